package dev.sluice.lab.hpa;

/**
 * The scale of a target, as autoscalers read the scale.
 *
 * @param spec desired pods
 * @param status existing pods, including pods that are being drained for removal
 * @param ready ready pods, including pods that are being drained; used only for metrics of type Value
 */
public record Scale(int spec, int status, int ready) {}
