package dev.tengen.cli.analysis;

import java.util.OptionalLong;

/**
 * How long a position is searched, and when it is reported meanwhile.
 *
 * @param visits the number of playouts
 * @param nanos the time in nanoseconds; empty for no limit
 * @param firstReportNanos the time until the first report during the search; empty for none
 * @param reportNanos the time between later reports; empty for none
 */
record SearchLimits(int visits, OptionalLong nanos, OptionalLong firstReportNanos, OptionalLong reportNanos) {}
