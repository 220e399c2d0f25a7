package dev.sluice.exporter.sink.cloudwatch;

import java.time.Duration;

/**
 * The settings of the CloudWatch publisher.
 *
 * @param namespace CloudWatch namespace
 * @param interval time between the starts of two publishes
 * @param maxMetrics maximum number of metrics
 * @param pricePerMetric price of one metric for a month
 */
public record PublisherSettings(String namespace, Duration interval, int maxMetrics, double pricePerMetric) {}
