package dev.sluice.exporter.slurm.decode;

import dev.sluice.exporter.json.UndecodableJson;
import dev.sluice.exporter.model.cluster.Partition;
import dev.sluice.exporter.model.job.Job;
import dev.sluice.exporter.model.node.Node;
import dev.sluice.exporter.slurm.memory.AnswerMemory;
import dev.sluice.exporter.slurm.memory.AnswerSize;
import dev.sluice.exporter.slurm.records.RepeatedRecords;
import dev.sluice.exporter.slurm.schema.RecordUse;
import dev.sluice.exporter.slurm.schema.SlurmApiVersion;
import dev.sluice.exporter.slurm.schema.SlurmSchema;
import java.util.List;

/** Decodes complete bodies, for tests. */
public final class Answers {

    private static final RecordUse EVERYTHING = new RecordUse(true, false, true, Integer.MAX_VALUE);

    private Answers() {}

    public static List<Job> jobRecords(String version, byte[] body) throws UndecodableJson {
        return jobs(version, body).records();
    }

    public static List<Node> nodeRecords(String version, byte[] body) throws UndecodableJson {
        return nodes(version, body).records();
    }

    public static List<Partition> partitionRecords(String version, byte[] body) throws UndecodableJson {
        return partitions(version, body).records();
    }

    public static Answer<Job> jobs(String version, byte[] body) throws UndecodableJson {
        return decode("jobs", version, new JobAssembler(new JobParts()), body, body.length);
    }

    static Answer<Node> nodes(String version, byte[] body) throws UndecodableJson {
        return decode("nodes", version, new NodeAssembler(), body, body.length);
    }

    static Answer<Partition> partitions(String version, byte[] body) throws UndecodableJson {
        return decode("partitions", version, new PartitionAssembler(), body, body.length);
    }

    /** Feeds the body in pieces of the given size. */
    static <T> Answer<T> decode(String list, String version, RecordAssembler<T> assembler, byte[] body, int piece)
            throws UndecodableJson {
        SlurmApiVersion api = SlurmApiVersion.of(version).orElseThrow();
        var reader = AnswerReader.ofList(
                list,
                new SlurmSchema(api).wanted(list, EVERYTHING),
                assembler,
                new AnswerSize(Integer.MAX_VALUE, new AnswerMemory()),
                new RepeatedRecords<>(Object::hashCode));
        for (int from = 0; from < body.length; from += piece) {
            byte[] copy = java.util.Arrays.copyOfRange(body, from, Math.min(body.length, from + piece));
            reader.feed(copy, 0, copy.length);
            java.util.Arrays.fill(copy, (byte) 'x');
        }
        return reader.end();
    }
}
