package dev.sluice.exporter.publish;

import dev.sluice.exporter.config.schema.ConfigSection;
import dev.sluice.exporter.config.schema.Key;
import java.time.Duration;
import java.util.Optional;

/** The settings of autoscaling. */
@ConfigSection(
        value = "Computation of the desired number of nodes.",
        removed = {
            @ConfigSection.Removed(
                    key = "headroom",
                    message = "removed: jobs that fit below the maximum only after other jobs end count after"
                            + " `agingTime`; remove the key, and lower `agingTime` to count them sooner"),
            @ConfigSection.Removed(
                    key = "expectedEnds",
                    message = "removed: remove the key, and use a longer scale-down window of the HPA to keep nodes"
                            + " for the next jobs"),
            @ConfigSection.Removed(
                    key = "drainTarget",
                    message = "removed: remove the key, and lower the maximum of the NodeSet to start fewer nodes for"
                            + " short jobs")
        })
public record ScalingConfig(
        @Key(meaning = "Additional idle nodes of every NodeSet.", byDefault = "0", range = "0 to 10000")
        int spares,

        @Key(
                meaning = "A job counts this long before its begin time. Set this to the start time of a node.",
                byDefault = "0s",
                range = "0s to 24h")
        Duration lookahead,

        @Key(
                meaning = "The time after which nodes are reserved for a multi-node job that later jobs "
                        + "have overtaken. `0s`: never.",
                byDefault = "1h",
                range = "0s to 168h")
        Duration agingTime,

        @Key(
                meaning = "After pods of a NodeSet did not become nodes within twice the usual start time (at "
                        + "least 10 min), jobs count for other NodeSets for this time. `0s`: off.",
                byDefault = "15m",
                range = "0s to 24h")
        Duration backoff,

        @Key(meaning = "The time that a job must be pending before it counts.", byDefault = "0s", range = "0s to 1h")
        Duration debounce,

        @Key(
                meaning = "While jobs are pending or `spares` is set, replaces a node that cannot run jobs.",
                byDefault = "true")
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
        Optional<String> selectTypeParameters) {}
