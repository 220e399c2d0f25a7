/** Delivers data to CloudWatch: splits requests by size, retries after failures, and omits invalid data. */
@NullMarked
package dev.sluice.exporter.sink.cloudwatch.delivery;

import org.jspecify.annotations.NullMarked;
