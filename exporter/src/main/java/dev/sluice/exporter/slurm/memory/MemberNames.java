package dev.sluice.exporter.slurm.memory;

import java.util.Arrays;
import java.util.HashSet;
import java.util.Set;

/** The different names that the members of one answer have. slurmrestd uses some hundred, again and again. */
final class MemberNames {

    /** A power of two; a name that is asked for again is found here without a look into the set. */
    private static final int RECENT = 1 << 10;

    private final String[] recent = new String[RECENT];
    private final Set<String> all = new HashSet<>();

    MemberNames() {
        Arrays.fill(recent, "");
    }

    /** Whether it comes for the first time. */
    @SuppressWarnings("ReferenceEquality") // The parser gives equal names as the same String; others cost a look.
    boolean add(String name) {
        int slot = name.hashCode() & (RECENT - 1);
        if (recent[slot] == name) {
            return false;
        }
        recent[slot] = name;
        return all.add(name);
    }
}
