package dev.sluice.exporter.truth.tool;

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
}
