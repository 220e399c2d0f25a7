package dev.sluice.exporter.model;

import java.util.Locale;

/**
 * Limits the length of names, because names become label values. A longer name keeps its start, followed by an ellipsis
 * and a checksum. Therefore, two long names with an equal start stay distinct.
 */
public final class BoundedName {

    /** Maximum characters of a name, more than Slurm or Kubernetes accepts. */
    public static final int MAX_LENGTH = 256;

    private static final int CHECKSUM_LENGTH = 8;
    private static final int KEPT = MAX_LENGTH - CHECKSUM_LENGTH - 1;

    private BoundedName() {}

    /** Returns the name, shortened if the name is too long. */
    public static String of(String name) {
        if (name.length() <= MAX_LENGTH) {
            return name;
        }
        int end = Character.isHighSurrogate(name.charAt(KEPT - 1)) ? KEPT - 1 : KEPT;
        return name.substring(0, end) + "\u2026" + String.format(Locale.ROOT, "%08x", name.hashCode());
    }
}
