package dev.sluice.exporter.truth.tool;

/**
 * Maps the state column of sinfo to the words of the exporter. The mapping follows sinfo's manual (section NODE STATE
 * CODES) and docs/metrics.md, and is independent of the tested code.
 */
public final class SinfoState {

    private SinfoState() {}

    /**
     * Returns the exporter's word for a state.
     *
     * @param shown sinfo's state, including suffixes
     */
    public static String of(String shown) {
        String word = shown.replaceAll("[*~#!%$@^+-]+$", "");
        return switch (word) {
            case "maint", "reboot" -> "maintenance";
            case "inval", "fail" -> "drained";
            case "failing" -> "draining";
            // The node is still completing a job, so it is neither idle nor free.
            case "completing" -> "mixed";
            case "idle", "mixed", "allocated" ->
                switch (shown.charAt(shown.length() - 1)) {
                    case '#' -> "powering_up";
                    case '~' -> "powered_down";
                    case '%' -> "powering_down";
                    case '!' -> word.equals("idle") ? "powering_down" : word;
                    case '*' -> word.equals("idle") ? "unknown" : word;
                    default -> word;
                };
            default -> word;
        };
    }
}
