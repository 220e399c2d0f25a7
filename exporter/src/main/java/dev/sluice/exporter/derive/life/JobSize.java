package dev.sluice.exporter.derive.life;

import dev.sluice.exporter.model.Labeled;
import dev.sluice.exporter.model.job.Job;

/** The size class of a job, by its number of requested GPUs. */
public enum JobSize implements Labeled {
    NONE("0", 0),
    ONE("1", 1),
    UP_TO_8("2-8", 8),
    UP_TO_64("9-64", 64),
    UP_TO_512("65-512", 512),
    LARGER("513+", Long.MAX_VALUE);

    private final String label;
    private final long max;

    JobSize(String label, long max) {
        this.label = label;
        this.max = max;
    }

    static JobSize of(Job job) {
        long gpus = job.request().gpus().total();
        for (JobSize size : values()) {
            if (gpus <= size.max) {
                return size;
            }
        }
        return LARGER;
    }

    @Override
    public String label() {
        return label;
    }
}
