package dev.sluice.exporter.slurm.memory;

import java.util.Arrays;
import java.util.HashSet;
import java.util.Set;

/** The distinct member names of one response. slurmrestd repeats about a hundred names. */
final class MemberNames {

    /**
     * Number of recent names, a power of two. A repeated name is found among the recent names, without a lookup in the
     * set.
     */
    private static final int RECENT = 1 << 10;

    private final String[] recent = new String[RECENT];
    private final Set<String> all = new HashSet<>();

    MemberNames() {
        Arrays.fill(recent, "");
    }

    /** Returns whether the name is new. */
    @SuppressWarnings("ReferenceEquality") // The parser returns equal names as one String; other names cost a lookup.
    boolean add(String name) {
        int slot = name.hashCode() & (RECENT - 1);
        if (recent[slot] == name) {
            return false;
        }
        recent[slot] = name;
        return all.add(name);
    }
}
