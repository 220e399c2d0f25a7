/** Selects the CloudWatch metrics and rolls up their samples. Only the computation of counter increases has state. */
@NullMarked
package dev.sluice.exporter.sink.cloudwatch.rollup;

import org.jspecify.annotations.NullMarked;
