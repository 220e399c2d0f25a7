package dev.sluice.exporter.api.view;

/**
 * The state of the CloudWatch publisher.
 *
 * @param publishing true if this process publishes
 */
public record PublisherView(boolean publishing) {}
