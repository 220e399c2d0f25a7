package dev.sluice.exporter.config.cluster;

import dev.sluice.exporter.config.schema.Key;
import dev.sluice.exporter.config.schema.Section;
import dev.sluice.exporter.config.schema.SectionType;
import java.time.Duration;
import java.util.Optional;

/** What operators decide of autoscaling. */
@Section("How the number of nodes that a NodeSet should have is made.")
public record ScalingConfig(
        @Key(meaning = "Idle nodes that every NodeSet keeps beyond the need.", byDefault = "0", range = "0 to 10000")
        int spares,

        @Key(
                meaning = "How long before its begin time a job counts: about as long as a node takes to start.",
                byDefault = "0s",
                range = "0s to 24h")
        Duration lookahead,

        @Key(
                meaning =
                        "A job that would fit below the maximum if others ended: `fit` leaves it out for `agingTime`, so"
                                + " that no node waits idle for it; `reserve` counts it at once.",
                byDefault = "fit")
        Headroom headroom,

        @Key(
                meaning =
                        "With `fit`: for how long a job for several nodes waits before its nodes are reserved, where jobs"
                                + " behind it have started meanwhile. `0s` is never: small jobs can keep a wide one waiting for"
                                + " ever.",
                byDefault = "1h",
                range = "0s to 168h")
        Duration agingTime,

        @Key(
                meaning =
                        "A NodeSet gets no more new nodes than work off its jobs within this time, short jobs one after"
                                + " another; learned from the run times of ended jobs. `0s` is off: every job gets its nodes"
                                + " at once.",
                byDefault = "0s",
                range = "0s to 24h")
        Duration drainTarget,

        @Key(
                meaning =
                        "Whether no node starts that would be ready later than the running jobs of its NodeSet are expected"
                                + " to end; by learned run times and start times.",
                byDefault = "false")
        boolean expectedEnds,

        @Key(
                meaning =
                        "Where pods of a NodeSet do not become nodes within twice its usual start time, and 10 min at least:"
                                + " for how long jobs go to other NodeSets where they fit. `0s` is off.",
                byDefault = "15m",
                range = "0s to 24h")
        Duration backoff,

        @Key(
                meaning = "For how long a job must have been pending to count; `0s` is off.",
                byDefault = "0s",
                range = "0s to 1h")
        Duration debounce,

        @Key(
                meaning = "Whether a node that cannot take work is replaced by another while jobs wait.",
                byDefault = "true")
        boolean replaceUnusable,

        @Key(
                meaning = "How old data may be to scale by. Older data withholds the demand, so that HPAs keep their"
                        + " replicas. Longer than `poll.interval`.",
                byDefault = "3m",
                range = "1s to 3m")
        Duration maxAge,

        @Key(
                meaning = "SelectTypeParameters of slurm.conf: which part of a node a job gets, and whether memory is"
                        + " given to jobs.",
                absent = "what slurmrestd says (from v0.0.45), else `CR_Core_Memory`",
                example = "CR_Core",
                pattern = "CR_[A-Za-z_]+(,CR_[A-Za-z_]+)*",
                expected = "value of SelectTypeParameters, such as CR_Core_Memory")
        Optional<String> selectTypeParameters) {

    /** What holds unless the file says otherwise. */
    public static final ScalingConfig DEFAULTS =
            SectionType.of(ScalingConfig.class).defaults();

    /** Whether anything depends on for how long jobs run. */
    public boolean usesRunTimes() {
        return expectedEnds || !drainTarget.isZero();
    }

    /** What becomes of a job that would fit if others ended. */
    public enum Headroom {
        FIT,
        RESERVE
    }
}
