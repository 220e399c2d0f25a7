package dev.sluice.exporter.slurm;

import java.util.List;
import java.util.Map;

/**
 * What sinfo's state column means in our words, written down from sinfo's manual (section NODE STATE CODES) and
 * docs/metrics.md, not from the code under test.
 */
final class SinfoState {

    private SinfoState() {}

    static String of(String shown) {
        if (shown.endsWith("#")) {
            return "powering_up";
        }
        String word = shown.replaceAll("[*~#!%$@^+-]+$", "");
        if (shown.endsWith("~") && word.equals("idle")) {
            return "powered_down";
        }
        if (shown.endsWith("%") && word.equals("idle")) {
            return "powering_down";
        }
        if (shown.endsWith("*") && word.equals("idle")) {
            return "unknown";
        }
        return switch (word) {
            case "maint" -> "maintenance";
            case "inval" -> "drained";
            // Still finishing a job: neither idle nor free.
            case "completing" -> "mixed";
            default -> word;
        };
    }

    /** Adds a node's {@code CPUS(A/I/O/T)}: free CPUs count as idle only where the state can take work. */
    static void addCpus(Map<String, Long> sums, String state, String cpus) {
        List<String> parts = List.of(cpus.split("/", -1));
        long allocated = Long.parseLong(parts.get(0));
        long free = Long.parseLong(parts.get(3)) - allocated;
        boolean usable =
                List.of("allocated", "mixed", "idle", "planned", "reserved").contains(state);
        sums.merge("allocated", allocated, Long::sum);
        sums.merge("idle", usable ? free : 0, Long::sum);
        sums.merge("unavailable", usable ? 0 : free, Long::sum);
    }
}
