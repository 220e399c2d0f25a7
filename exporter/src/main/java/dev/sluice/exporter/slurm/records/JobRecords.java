package dev.sluice.exporter.slurm.records;

import dev.sluice.exporter.model.job.Job;
import dev.sluice.exporter.model.job.JobTable;
import dev.sluice.exporter.slurm.decode.JobParts;
import java.util.List;

/** Keeps jobs in tables. Successive responses share texts and {@link JobParts}, but no rows. */
public final class JobRecords implements RecordKeeper<Job> {

    private final TextCache texts = new TextCache();

    @Override
    public TextCache texts() {
        return texts;
    }

    @Override
    public Collector<Job> collector() {
        JobTable.Builder table = new JobTable.Builder();
        return new Collector<>() {
            @Override
            public void add(Job job) {
                table.add(job);
            }

            @Override
            public List<Job> list() {
                return table.build();
            }
        };
    }

    @Override
    public void replace(List<Job> newest) {
        // Keeps no rows: the priority of nearly every pending job changes between responses, so few rows stay
        // unchanged.
    }
}
