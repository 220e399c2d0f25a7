package dev.sluice.exporter.slurm.decode;

import dev.sluice.exporter.json.UndecodableJson;
import dev.sluice.exporter.model.cluster.Partition;
import dev.sluice.exporter.model.job.Job;
import dev.sluice.exporter.model.node.Node;
import dev.sluice.exporter.slurm.schema.RecordUse;
import dev.sluice.exporter.slurm.schema.SlurmApiVersion;
import dev.sluice.exporter.slurm.schema.SlurmSchema;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
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
        return decode("jobs", version, new JobAssembler(), body, body.length);
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
                new AnswerSize(Integer.MAX_VALUE, new ReadMemory()));
        return read(reader, body, piece);
    }

    /** Reads the body in pieces of at most the given size. */
    public static <T> Answer<T> read(AnswerReader<T> reader, byte[] body, int piece) throws UndecodableJson {
        try {
            return reader.read(new ByteArrayInputStream(body) {
                @Override
                public synchronized int read(byte[] into, int offset, int length) {
                    return super.read(into, offset, Math.min(length, piece));
                }
            });
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
