package dev.sluice.exporter.slurm.schema;

/**
 * What the records are used for.
 *
 * @param scaling whether the records also determine the sizes of NodeSets, in addition to metrics
 * @param jobNames whether job names are read, to show them or to learn run times by name
 * @param jobGpus whether the GPUs of each job are read, for which slurmrestd is asked for more detail
 * @param maxRecords maximum number of records in a response
 */
public record RecordUse(boolean scaling, boolean jobNames, boolean jobGpus, int maxRecords) {

    /** Metrics only. */
    public static final RecordUse METRICS = new RecordUse(false, false, false, Integer.MAX_VALUE);

    /** Metrics and the sizes of NodeSets. */
    public static final RecordUse SCALING = new RecordUse(true, false, false, Integer.MAX_VALUE);
}
