package dev.sluice.exporter.slurm.decode;

/**
 * The purposes of the records.
 *
 * @param scaling whether the records are used to scale NodeSets, in addition to metrics
 * @param jobNames whether job names are read, to show job names
 * @param jobGpus whether the GPUs of each job are read; slurmrestd must then send more details
 * @param maxRecords maximum number of records in a response
 * @param names names in the records that the site chose
 */
public record RecordUse(boolean scaling, boolean jobNames, boolean jobGpus, int maxRecords, SiteNames names) {

    /** Metrics only. */
    public static final RecordUse METRICS = new RecordUse(false, false, false, Integer.MAX_VALUE);

    /** Metrics and the scaling of NodeSets. */
    public static final RecordUse SCALING = new RecordUse(true, false, false, Integer.MAX_VALUE);

    /** Creates the purposes of records without names that the site chose. */
    public RecordUse(boolean scaling, boolean jobNames, boolean jobGpus, int maxRecords) {
        this(scaling, jobNames, jobGpus, maxRecords, SiteNames.NONE);
    }
}
