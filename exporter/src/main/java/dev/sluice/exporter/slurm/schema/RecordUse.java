package dev.sluice.exporter.slurm.schema;

/**
 * What the records are for.
 *
 * @param scaling whether for the sizes of NodeSets, beside metrics
 * @param jobNames whether the names of jobs are read: to be shown, or to learn for how long jobs run
 * @param jobGpus whether the GPUs that each job holds are read, for which slurmrestd is asked for more detail
 * @param maxRecords how many records an answer may have
 */
public record RecordUse(boolean scaling, boolean jobNames, boolean jobGpus, int maxRecords) {

    /** Metrics alone. */
    public static final RecordUse METRICS = new RecordUse(false, false, false, Integer.MAX_VALUE);

    /** Metrics, and the sizes of NodeSets. */
    public static final RecordUse SCALING = new RecordUse(true, false, false, Integer.MAX_VALUE);
}
