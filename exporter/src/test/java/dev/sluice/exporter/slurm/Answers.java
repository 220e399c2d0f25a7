package dev.sluice.exporter.slurm;

import dev.sluice.exporter.model.Job;
import dev.sluice.exporter.model.Node;
import dev.sluice.exporter.model.Partition;
import java.util.List;

/** Decodes whole bodies, for tests. */
public final class Answers {

    private Answers() {}

    public static List<Job> jobRecords(String version, byte[] body) throws UndecodableAnswer {
        return jobs(version, body).records();
    }

    public static List<Node> nodeRecords(String version, byte[] body) throws UndecodableAnswer {
        return nodes(version, body).records();
    }

    public static List<Partition> partitionRecords(String version, byte[] body) throws UndecodableAnswer {
        return partitions(version, body).records();
    }

    static Answer<Job> jobs(String version, byte[] body) throws UndecodableAnswer {
        return decode("jobs", version, JobAssembler.forScaling(), body, body.length);
    }

    static Answer<Node> nodes(String version, byte[] body) throws UndecodableAnswer {
        return decode("nodes", version, new NodeAssembler(), body, body.length);
    }

    static Answer<Partition> partitions(String version, byte[] body) throws UndecodableAnswer {
        return decode("partitions", version, new PartitionAssembler(), body, body.length);
    }

    /** Feeds the body in pieces of that size. */
    static <T> Answer<T> decode(String list, String version, RecordAssembler<T> assembler, byte[] body, int piece)
            throws UndecodableAnswer {
        SlurmApiVersion api = SlurmApiVersion.of(version).orElseThrow();
        var reader = new AnswerReader<>(
                list,
                SlurmSchema.of(api).wanted(list, Slurmrestd.Use.SCALING),
                assembler,
                new AnswerSize(Integer.MAX_VALUE, new AnswerMemory()));
        for (int from = 0; from < body.length; from += piece) {
            byte[] copy = java.util.Arrays.copyOfRange(body, from, Math.min(body.length, from + piece));
            reader.feed(copy, 0, copy.length);
            java.util.Arrays.fill(copy, (byte) 'x');
        }
        return reader.end();
    }
}
