package dev.sluice.exporter.model.reason;

import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Finds the name of a reason for which Slurm's commands print a description. */
public final class ReasonName {

    /** The name for a description that does not identify its reason. */
    static final String UNKNOWN = "Unknown";

    /** The names of reasons whose descriptions do not begin with the name, by the beginning of the description. */
    private static final Map<String, String> DESCRIPTIONS = Map.of(
            "Nodes required for job are DOWN, DRAINED", "Resources",
            "Job's QOS not permitted to use this partition", "QOSNotAllowed",
            "Job's account not permitted to use this partition", "AccountNotAllowed",
            "job requeued in held state", "JobHeldUser");

    /** A name, alone or followed by a description. */
    private static final Pattern NAMED = Pattern.compile("([A-Za-z][A-Za-z0-9_]*)(?:[,:(].*)?", Pattern.DOTALL);

    private ReasonName() {}

    /** Returns the name of the reason that squeue shows. */
    public static String ofDescription(String shown) {
        Matcher named = NAMED.matcher(shown);
        if (named.matches()) {
            return named.group(1);
        }
        return DESCRIPTIONS.entrySet().stream()
                .filter(known -> shown.startsWith(known.getKey()))
                .findFirst()
                .map(Map.Entry::getValue)
                .orElse(UNKNOWN);
    }
}
