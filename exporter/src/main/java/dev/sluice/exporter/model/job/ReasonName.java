package dev.sluice.exporter.model.job;

import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Finds the name of a reason. Slurm's commands print slurmctld's description in place of the name, and slurmctld gives
 * one name, {@code JobHeldUser}, to several causes that only the description tells apart.
 */
public final class ReasonName {

    /** The name for a description that does not identify its reason. */
    static final String UNKNOWN = "Unknown";

    private static final String HELD_BY_USER = "JobHeldUser";

    private static final String HELD_BY_ADMIN = "JobHeldAdmin";

    private static final String CREDENTIAL_FAILURE = "slurm_cred_create failure";

    /** The names of reasons whose descriptions do not begin with the name, by the beginning of the description. */
    private static final Map<String, String> DESCRIPTIONS = Map.ofEntries(
            Map.entry("Nodes required for job are DOWN, DRAINED", "Resources"),
            Map.entry("Job's QOS not permitted to use this partition", "QOSNotAllowed"),
            Map.entry("Job's account not permitted to use this partition", "AccountNotAllowed"),
            Map.entry("uid ", "AccountNotAllowed"),
            Map.entry("Job is at or exceeds QOS", "QOSResourceLimit"),
            Map.entry("Job is at or exceeds association", "AssociationResourceLimit"),
            Map.entry("launch failed requeued held", "LaunchFailed"),
            Map.entry("user env retrieval failed requeued held", "EnvironmentFailed"),
            Map.entry("job requeued in special exit state", "SpecialExit"),
            Map.entry("job requeued in held state", "RequeuedHeld"));

    /** A name, alone or followed by a description. */
    private static final Pattern NAMED = Pattern.compile("([A-Za-z][A-Za-z0-9_]*)(?:[,:(].*)?", Pattern.DOTALL);

    private ReasonName() {}

    /** Returns the name of the reason that squeue shows. */
    public static String ofDescription(String shown) {
        Matcher named = NAMED.matcher(shown);
        return named.matches() ? named.group(1) : described(shown).orElse(UNKNOWN);
    }

    /**
     * Returns the name of the cause behind a reason.
     *
     * @param comment slurmctld's comment on the job
     */
    public static String of(String reason, String description, String comment) {
        if (reason.equals(HELD_BY_ADMIN) && comment.startsWith(CREDENTIAL_FAILURE)) {
            return "CredentialFailure";
        }
        return reason.equals(HELD_BY_USER) ? described(description).orElse(reason) : reason;
    }

    private static Optional<String> described(String description) {
        return DESCRIPTIONS.entrySet().stream()
                .filter(known -> description.startsWith(known.getKey()))
                .findFirst()
                .map(Map.Entry::getValue);
    }
}
