/** How data come to CloudWatch: requests of a size that it takes, again after failures, without the one bad datum. */
@NullMarked
package dev.sluice.exporter.sink.cloudwatch.delivery;

import org.jspecify.annotations.NullMarked;
