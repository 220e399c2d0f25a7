package dev.sluice.exporter.slurm.decode;

import dev.sluice.exporter.slurm.schema.SlurmField;
import java.util.Arrays;
import java.util.Set;
import java.util.stream.Collectors;

/** Names the members of a job record that the exporter reads, for benchmarks. */
public final class JobDecoding {

    private static final String RECORD = "jobs[].";

    private JobDecoding() {}

    /** Returns the members of a job record that the exporter reads for any purpose. */
    public static Set<String> members() {
        return Arrays.stream(SlurmField.values())
                .map(SlurmField::path)
                .filter(path -> path.startsWith(RECORD))
                .map(path -> path.substring(RECORD.length()).split("[.\\[]", 2)[0])
                .collect(Collectors.toSet());
    }
}
