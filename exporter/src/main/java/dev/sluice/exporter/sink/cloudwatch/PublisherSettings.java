package dev.sluice.exporter.sink.cloudwatch;

import java.time.Duration;

/**
 * How to publish.
 *
 * @param namespace CloudWatch namespace
 * @param interval between two publishes
 * @param maxMetrics how many metrics there may be at most
 * @param pricePerMetric what one costs in a month
 */
public record PublisherSettings(String namespace, Duration interval, int maxMetrics, double pricePerMetric) {}
