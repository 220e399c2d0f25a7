package dev.sluice.exporter.derive.waste;

import dev.sluice.exporter.model.job.Job;
import java.util.Comparator;
import java.util.List;

/**
 * A running or suspended job with its GPU time and its findings.
 *
 * @param gpuSeconds allocated GPUs multiplied by the current run time, in seconds
 * @param findings the job's findings, in the order of their codes; at most one finding per code
 */
public record JobWaste(Job job, long gpuSeconds, List<Finding> findings) {

    /** Jobs with findings first; of these and of the others, most GPU time first, then most CPUs. */
    static final Comparator<JobWaste> FLAGGED_FIRST = Comparator.comparing(JobWaste::flagged)
            .thenComparingLong(JobWaste::gpuSeconds)
            .thenComparingLong(waste -> waste.job().allocation().tres().cpus())
            .reversed()
            .thenComparingLong(waste -> waste.job().id());

    public JobWaste {
        findings = List.copyOf(findings);
    }

    public boolean flagged() {
        return !findings.isEmpty();
    }
}
