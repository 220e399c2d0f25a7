package dev.sluice.exporter.config.cluster;

import dev.sluice.exporter.config.schema.Key;
import dev.sluice.exporter.config.schema.Section;
import java.time.Duration;
import java.util.Optional;

/** The settings of autoscaling. */
@Section("Computation of the desired number of nodes.")
public record ScalingConfig(
        @Key(meaning = "Additional idle nodes of every NodeSet.", byDefault = "0", range = "0 to 10000")
        int spares,

        @Key(
                meaning = "A job counts this long before its begin time. Set this to the start time of a node.",
                byDefault = "0s",
                range = "0s to 24h")
        Duration lookahead,

        @Key(
                meaning = "When a job counts that fits below the maximum only after other jobs end: `fit` after "
                        + "`agingTime`, `reserve` at once.",
                byDefault = "fit")
        Headroom headroom,

        @Key(
                meaning = "With `fit`: the time after which nodes are reserved for a multi-node job that later "
                        + "jobs have overtaken. `0s`: never.",
                byDefault = "1h",
                range = "0s to 168h")
        Duration agingTime,

        @Key(
                meaning = "Starts only as many nodes as finish the NodeSet's jobs within this time, by learned run "
                        + "times. `0s`: every job gets its nodes at once.",
                byDefault = "0s",
                range = "0s to 24h")
        Duration drainTarget,

        @Key(
                meaning = "Starts no node that would be ready only after the expected end of running jobs.",
                byDefault = "false")
        boolean expectedEnds,

        @Key(
                meaning = "After pods of a NodeSet did not become nodes within twice the usual start time (at "
                        + "least 10 min), jobs count for other NodeSets for this time. `0s`: off.",
                byDefault = "15m",
                range = "0s to 24h")
        Duration backoff,

        @Key(meaning = "The time that a job must be pending before it counts.", byDefault = "0s", range = "0s to 1h")
        Duration debounce,

        @Key(meaning = "While jobs are pending, replaces a node that cannot run jobs.", byDefault = "true")
        boolean replaceUnusable,

        @Key(
                meaning = "Maximum age of data for scaling. With older data, the signal is withheld. Longer than "
                        + "`poll.interval`.",
                byDefault = "3m",
                range = "1s to 3m")
        Duration maxAge,

        @Key(
                meaning = "SelectTypeParameters of slurm.conf.",
                absent = "slurmrestd's value (from v0.0.45), else `CR_Core_Memory`",
                example = "CR_Core",
                pattern = "CR_[A-Za-z_]+(,CR_[A-Za-z_]+)*",
                expected = "value of SelectTypeParameters, such as CR_Core_Memory")
        Optional<String> selectTypeParameters) {

    /** Returns true if a setting needs the run times of jobs. */
    public boolean usesRunTimes() {
        return expectedEnds || !drainTarget.isZero();
    }

    /** The handling of a job that does not fit until other jobs end. */
    public enum Headroom {
        FIT,
        RESERVE
    }
}
