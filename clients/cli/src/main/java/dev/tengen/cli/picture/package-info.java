/**
 * Pictures of observations: every plane of an encoding on one sheet, as SVG or PNG. The package knows neither records
 * nor options.
 *
 * <p>Start reading at {@link dev.tengen.cli.picture.ContactSheet}, which lays out the sheet and draws it on a
 * {@link dev.tengen.cli.picture.Canvas} of any picture format.
 */
package dev.tengen.cli.picture;
