package dev.sluice.exporter.slurm.decode;

import java.util.List;
import java.util.Map;

/**
 * What sinfo's state column means in our words, written down from sinfo's manual (section NODE STATE CODES) and
 * docs/metrics.md, not from the code under test.
 */
public final class SinfoState {

    private SinfoState() {}

    /**
     * Our word for a state.
     *
     * @param shown what sinfo shows, suffixes and all
     */
    public static String of(String shown) {
        String word = shown.replaceAll("[*~#!%$@^+-]+$", "");
        switch (word) {
            case "maint", "reboot" -> {
                return "maintenance";
            }
            case "inval", "fail" -> {
                return "drained";
            }
            case "failing" -> {
                return "draining";
            }
            // Still finishing a job: neither idle nor free.
            case "completing" -> {
                return "mixed";
            }
            case "idle", "mixed", "allocated" -> {
                return switch (shown.charAt(shown.length() - 1)) {
                    case '#' -> "powering_up";
                    case '~' -> "powered_down";
                    case '%' -> "powering_down";
                    case '!' -> word.equals("idle") ? "powering_down" : word;
                    case '*' -> word.equals("idle") ? "unknown" : word;
                    default -> word;
                };
            }
            default -> {
                return word;
            }
        }
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
