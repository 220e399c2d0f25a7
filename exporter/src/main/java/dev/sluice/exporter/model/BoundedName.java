package dev.sluice.exporter.model;

import java.util.Locale;

/**
 * Bounds the length of names: they become values of labels. A name that is too long keeps its start, followed by an
 * ellipsis and a checksum, so that two long names with the same start stay two.
 */
public final class BoundedName {

    /** Longer than any name that Slurm or Kubernetes accepts. */
    public static final int MAX_LENGTH = 256;

    private static final int CHECKSUM_LENGTH = 8;
    private static final int KEPT = MAX_LENGTH - CHECKSUM_LENGTH - 1;

    private BoundedName() {}

    /** The name itself, or its bounded form. */
    public static String of(String name) {
        if (name.length() <= MAX_LENGTH) {
            return name;
        }
        int end = Character.isHighSurrogate(name.charAt(KEPT - 1)) ? KEPT - 1 : KEPT;
        return name.substring(0, end) + "\u2026" + String.format(Locale.ROOT, "%08x", name.hashCode());
    }
}
