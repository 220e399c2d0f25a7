/** Publishes a small, declared part of the metrics to Amazon CloudWatch. */
@NullMarked
package dev.sluice.exporter.sink.cloudwatch;

import org.jspecify.annotations.NullMarked;
