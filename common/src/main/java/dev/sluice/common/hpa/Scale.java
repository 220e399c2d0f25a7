package dev.sluice.common.hpa;

/**
 * A target's scale as autoscalers read it.
 *
 * @param spec desired pods
 * @param status existing pods, including those being drained for removal
 * @param ready ready pods, including those being drained; only metrics of type Value use it
 */
public record Scale(int spec, int status, int ready) {}
