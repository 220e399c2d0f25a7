package dev.sluice.exporter.slurm.decode;

import dev.sluice.exporter.model.Accelerators;
import dev.sluice.exporter.model.node.NodeReason;
import java.util.List;

/**
 * The purposes of the records, and the names in the records that each site chooses.
 *
 * @param scaling whether the records are used to scale NodeSets, in addition to metrics
 * @param jobNames whether job names are read, to show job names
 * @param jobGpus whether the GPUs of each job are read; slurmrestd must then send more details
 * @param nodeReasons reasons of nodes, before the reasons that Sluice knows
 * @param accelerators generic resources that count as GPUs
 */
public record RecordUse(
        boolean scaling,
        boolean jobNames,
        boolean jobGpus,
        int maxRecords,
        List<NodeReason.Rule> nodeReasons,
        Accelerators accelerators) {}
