package dev.sluice.exporter.slurm;

import dev.sluice.exporter.model.Job;
import java.util.List;

/** Decodes the jobs of one answer piece by piece, for measurements. */
public final class JobDecoding {

    private static final SlurmSchema SCHEMA = SlurmSchema.of(SlurmApiVersion.V0_0_45);

    private final AnswerReader<Job> reader =
            new AnswerReader<>("jobs", SCHEMA.wanted("jobs", Slurmrestd.Use.METRICS), JobAssembler.forMetrics());

    public void feed(byte[] bytes, int length) {
        try {
            reader.feed(bytes, 0, length);
        } catch (UndecodableAnswer e) {
            throw new IllegalStateException(e);
        }
    }

    /** All jobs, once all bytes were fed. */
    public List<Job> end() {
        try {
            return reader.end().records();
        } catch (UndecodableAnswer e) {
            throw new IllegalStateException(e);
        }
    }
}
