package dev.sluice.exporter.truth.tool;

/**
 * Maps sinfo's state column to our words, according to sinfo's manual (section NODE STATE CODES) and docs/metrics.md,
 * not to the code under test.
 */
public final class SinfoState {

    private SinfoState() {}

    /**
     * Returns our word for a state.
     *
     * @param shown sinfo's state, including suffixes
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
}
