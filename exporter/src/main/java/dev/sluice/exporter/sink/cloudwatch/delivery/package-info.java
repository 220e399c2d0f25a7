/** Delivers data to CloudWatch: splits requests by size, retries after failures, omits bad data. */
@NullMarked
package dev.sluice.exporter.sink.cloudwatch.delivery;

import org.jspecify.annotations.NullMarked;
