package dev.sluice.exporter.config.cluster;

import dev.sluice.exporter.config.schema.Key;
import dev.sluice.exporter.config.schema.Section;
import dev.sluice.exporter.config.schema.SectionType;
import java.time.Duration;
import java.util.Optional;

/** The operator's settings of autoscaling. */
@Section("Computation of the desired number of nodes.")
public record ScalingConfig(
        @Key(
                meaning = "Idle nodes that every NodeSet keeps in addition to its need.",
                byDefault = "0",
                range = "0 to 10000")
        int spares,

        @Key(
                meaning = "A job counts this long before its begin time. Set it to about the start time of a node.",
                byDefault = "0s",
                range = "0s to 24h")
        Duration lookahead,

        @Key(
                meaning = "For a job that fits below the maximum only after other jobs end: `fit` counts it after "
                        + "`agingTime`, so that no node waits idle for it; `reserve` counts it at once.",
                byDefault = "fit")
        Headroom headroom,

        @Key(
                meaning = "With `fit`: the time after which nodes are reserved for a pending multi-node job that "
                        + "later jobs have overtaken. `0s` never reserves, so small jobs can delay a wide one "
                        + "forever.",
                byDefault = "1h",
                range = "0s to 168h")
        Duration agingTime,

        @Key(
                meaning = "Limits new nodes to as many as finish the NodeSet's jobs within this time, short jobs "
                        + "one after another, by learned run times. `0s`: every job gets its nodes at once.",
                byDefault = "0s",
                range = "0s to 24h")
        Duration drainTarget,

        @Key(
                meaning = "Starts no node that would be ready only after the NodeSet's running jobs are expected"
                        + " to end, by learned run times and start times.",
                byDefault = "false")
        boolean expectedEnds,

        @Key(
                meaning = "The time for which jobs count for other NodeSets after pods of one have failed to"
                        + " become nodes within twice its usual start time (at least 10 min). `0s` disables it.",
                byDefault = "15m",
                range = "0s to 24h")
        Duration backoff,

        @Key(meaning = "The time that a job must be pending before it counts.", byDefault = "0s", range = "0s to 1h")
        Duration debounce,

        @Key(meaning = "While jobs are pending, replaces a node that cannot run jobs.", byDefault = "true")
        boolean replaceUnusable,

        @Key(
                meaning = "Maximum age of data for scaling. Older data withholds the signal, and HPAs keep their "
                        + "replicas. Longer than `poll.interval`.",
                byDefault = "3m",
                range = "1s to 3m")
        Duration maxAge,

        @Key(
                meaning = "SelectTypeParameters of slurm.conf: the part of a node that a job gets, and whether"
                        + " jobs allocate memory.",
                absent = "slurmrestd's value (from v0.0.45), else `CR_Core_Memory`",
                example = "CR_Core",
                pattern = "CR_[A-Za-z_]+(,CR_[A-Za-z_]+)*",
                expected = "value of SelectTypeParameters, such as CR_Core_Memory")
        Optional<String> selectTypeParameters) {

    public static final ScalingConfig DEFAULTS =
            SectionType.of(ScalingConfig.class).defaults();

    /** Returns true if a setting needs the run times of jobs. */
    public boolean usesRunTimes() {
        return expectedEnds || !drainTarget.isZero();
    }

    /** The handling of a job that fits only after other jobs end. */
    public enum Headroom {
        FIT,
        RESERVE
    }
}
