/** Delivers data to CloudWatch: splits requests by size, retries after failures, leaves out bad data. */
@NullMarked
package dev.sluice.exporter.sink.cloudwatch.delivery;

import org.jspecify.annotations.NullMarked;
