package dev.sluice.exporter.model.reason;

import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The name of a reason, where Slurm's commands print a description in its place. */
public final class ReasonName {

    /** Of a description that does not say which reason it describes. */
    static final String UNKNOWN = "Unknown";

    /** Of sentences that do not begin with the name, the beginnings. */
    private static final Map<String, String> DESCRIPTIONS = Map.of(
            "Nodes required for job are DOWN, DRAINED", "Resources", "job requeued in held state", "JobHeldUser");

    /** A name, alone or before more that describes it. */
    private static final Pattern NAMED = Pattern.compile("([A-Za-z][A-Za-z0-9_]*)(?:[,:(].*)?", Pattern.DOTALL);

    private ReasonName() {}

    /** The name in what squeue shows as reason. */
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
