package dev.sluice.exporter.derive.pending;

import dev.sluice.exporter.derive.Constraints;
import dev.sluice.exporter.derive.scaling.LimitBook;
import dev.sluice.exporter.model.job.Job;
import java.util.AbstractList;
import java.util.BitSet;
import java.util.List;
import java.util.RandomAccess;

/** A job list in which the jobs that exceed a limit are marked. Slurm shows the same reason for jobs that only wait. */
public final class RefusedJobs extends AbstractList<Job> implements RandomAccess {

    private final List<Job> jobs;
    private final BitSet refused;

    private RefusedJobs(List<Job> jobs, BitSet refused) {
        this.jobs = jobs;
        this.refused = refused;
    }

    /** Marks the jobs whose reason is a limit: Slurm does not enforce all configured limits. */
    public static List<Job> in(List<Job> jobs, Constraints limits) {
        LimitBook book = new LimitBook(limits, List.of());
        BitSet refused = new BitSet();
        for (int i = 0; i < jobs.size(); i++) {
            Job job = jobs.get(i);
            boolean never = job.waiting()
                    && switch (job.status().reasonClass()) {
                        case LIMIT -> book.refuses(job);
                        case LICENSE -> WantedLicense.refuse(job, limits.licenses());
                        default -> false;
                    };
            refused.set(i, never);
        }
        return refused.isEmpty() ? jobs : new RefusedJobs(jobs, refused);
    }

    @Override
    public Job get(int index) {
        Job job = jobs.get(index);
        return refused.get(index) ? job.refusedByLimit() : job;
    }

    @Override
    public int size() {
        return jobs.size();
    }
}
