package dev.sluice.exporter.slurm.decode;

import java.util.Set;

/** Names the members of a job record that the exporter reads, for benchmarks. */
public final class JobDecoding {

    private JobDecoding() {}

    /** Returns the members of a job record that the exporter reads for any purpose. */
    public static Set<String> members() {
        return JobAssembler.MEMBERS;
    }
}
