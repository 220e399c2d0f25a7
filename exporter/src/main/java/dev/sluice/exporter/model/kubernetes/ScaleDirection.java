package dev.sluice.exporter.model.kubernetes;

import dev.sluice.exporter.model.Labeled;

/** The direction of a change of the replicas. */
public enum ScaleDirection implements Labeled {
    UP,
    DOWN
}
