package dev.sluice.exporter.publish;

import dev.sluice.exporter.config.schema.ConfigSection;
import dev.sluice.exporter.config.schema.Key;

/** The series of GPUs by owner. */
@ConfigSection("The owners of each machine's GPUs.")
public record MachineGpusConfig(
        @Key(
                meaning = "Publishes `slurm_machine_gpus`. Reads the pods of all namespaces, which needs a "
                        + "ClusterRole, and requires `nodes`.",
                byDefault = "false")
        boolean enabled,

        @Key(
                meaning = "Maximum number of pairs of machine and GPU resource with series (7 each).",
                byDefault = "1000",
                range = "0 to 100000")
        int machines,

        @Key(
                meaning = "Maximum number of namespaces with series. The others share the value `other`.",
                byDefault = "20",
                range = "0 to 1000")
        int namespaces) {}
