package dev.sluice.exporter.slurm.decode;

import dev.sluice.exporter.json.UndecodableJson;
import dev.sluice.exporter.model.job.Job;
import dev.sluice.exporter.slurm.memory.AnswerMemory;
import dev.sluice.exporter.slurm.memory.AnswerSize;
import dev.sluice.exporter.slurm.records.JobRecords;
import dev.sluice.exporter.slurm.schema.RecordUse;
import dev.sluice.exporter.slurm.schema.SlurmApiVersion;
import dev.sluice.exporter.slurm.schema.SlurmField;
import dev.sluice.exporter.slurm.schema.SlurmSchema;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/** Decodes the jobs of consecutive responses, piece by piece, for benchmarks. */
public final class JobDecoding {

    private static final SlurmSchema SCHEMA = new SlurmSchema(SlurmApiVersion.V0_0_45);

    private static final int PIECE = 1 << 16;
    private static final String RECORD = "jobs[].";

    private final JobParts parts = new JobParts();
    private final JobRecords records = new JobRecords();
    private AnswerReader<Job> reader = reader();

    private AnswerReader<Job> reader() {
        return AnswerReader.ofList(
                "jobs",
                SCHEMA.wanted("jobs", RecordUse.METRICS),
                new JobAssembler(parts),
                new AnswerSize(Integer.MAX_VALUE, new AnswerMemory()),
                records);
    }

    /** Returns the members of a job record that the exporter reads for any purpose. */
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
        } catch (UndecodableJson e) {
            throw new IllegalStateException(e);
        }
    }

    /** Returns all jobs after all bytes of a response were fed. */
    public List<Job> end() {
        try {
            List<Job> jobs = reader.end().records();
            reader = reader();
            return jobs;
        } catch (UndecodableJson e) {
            throw new IllegalStateException(e);
        }
    }

    /** Returns all jobs of a complete response. */
    public List<Job> decode(byte[] body) {
        for (int from = 0; from < body.length; from += PIECE) {
            byte[] piece = Arrays.copyOfRange(body, from, Math.min(body.length, from + PIECE));
            feed(piece, piece.length);
        }
        return end();
    }
}
