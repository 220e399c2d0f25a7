/** Selects the CloudWatch metrics and rolls them up: pure functions, and the state for counter increases. */
@NullMarked
package dev.sluice.exporter.sink.cloudwatch.rollup;

import org.jspecify.annotations.NullMarked;
