package dev.sluice.exporter.slurm;

import dev.sluice.exporter.model.Job;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/** Decodes the jobs of one answer piece by piece, for measurements. */
public final class JobDecoding {

    private static final SlurmSchema SCHEMA = SlurmSchema.of(SlurmApiVersion.V0_0_45);

    private static final String RECORD = "jobs[].";

    private final AnswerReader<Job> reader = new AnswerReader<>(
            "jobs", SCHEMA.wanted("jobs", Slurmrestd.Use.METRICS), new JobAssembler(new JobParts(), false));

    /** The members of a job record that the exporter reads for any purpose. */
    public static Set<String> members() {
        return Arrays.stream(SlurmField.values())
                .map(SlurmField::path)
                .filter(path -> path.startsWith(RECORD))
                .map(path -> path.substring(RECORD.length()).split("[.\\[]", 2)[0])
                .collect(Collectors.toSet());
    }

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
