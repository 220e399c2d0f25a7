package dev.sluice.exporter.simulate.kubernetes;

/**
 * The scale of a NodeSet as autoscalers see it.
 *
 * @param spec pods asked for
 * @param status pods that exist, those that are drained to be removed among them
 * @param ready pods that are ready, those that are drained among them
 */
public record Scale(int spec, int status, int ready) {}
