/**
 * Pictures of observations: every plane of an encoding on one sheet, as SVG or PNG.
 *
 * <p>Nothing here knows of records or of options; start reading at {@link dev.tengen.cli.picture.ContactSheet}, which says
 * what stands where, and knows of picture formats no more than a {@link dev.tengen.cli.picture.Canvas} tells.
 */
package dev.tengen.cli.picture;
