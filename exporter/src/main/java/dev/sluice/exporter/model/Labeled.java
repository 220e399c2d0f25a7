package dev.sluice.exporter.model;

import java.util.Locale;

/**
 * An enum whose values are label values. Each call of {@link #label} creates a string. An enum whose labels are read for
 * each job or node keeps its labels instead.
 */
public interface Labeled {

    String name();

    /** Returns the label value: the name in lower case. */
    default String label() {
        return name().toLowerCase(Locale.ROOT);
    }
}
