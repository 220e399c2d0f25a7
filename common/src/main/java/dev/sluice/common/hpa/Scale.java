package dev.sluice.common.hpa;

/**
 * The scale of a target as autoscalers see it.
 *
 * @param spec desired pods
 * @param status pods that exist, those that are drained to be removed among them
 * @param ready pods that are ready, those that are drained among them; only metrics of type Value need it
 */
public record Scale(int spec, int status, int ready) {}
