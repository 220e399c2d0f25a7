/** What of the metrics goes to CloudWatch, and as which CloudWatch metrics: pure functions and the counters' deltas. */
@NullMarked
package dev.sluice.exporter.sink.cloudwatch.rollup;

import org.jspecify.annotations.NullMarked;
