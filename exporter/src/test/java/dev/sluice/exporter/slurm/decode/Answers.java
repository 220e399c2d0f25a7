package dev.sluice.exporter.slurm.decode;

import dev.sluice.exporter.json.UndecodableJson;
import dev.sluice.exporter.model.cluster.Partition;
import dev.sluice.exporter.model.job.Job;
import dev.sluice.exporter.model.node.Node;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Set;

/** Decodes complete bodies, for tests. */
public final class Answers {

    private static final RecordUse EVERYTHING = new RecordUse(true, false, true, Integer.MAX_VALUE);

    private Answers() {}

    public static List<Job> jobRecords(byte[] body) throws UndecodableJson {
        return jobs(body).records();
    }

    public static List<Node> nodeRecords(byte[] body) throws UndecodableJson {
        return nodes(body).records();
    }

    public static List<Partition> partitionRecords(byte[] body) throws UndecodableJson {
        return partitions(body).records();
    }

    public static Answer<Job> jobs(byte[] body) throws UndecodableJson {
        return decode("jobs", jobAssembler(EVERYTHING), body, body.length);
    }

    static Answer<Node> nodes(byte[] body) throws UndecodableJson {
        return decode("nodes", new NodeAssembler(SiteNames.NONE), body, body.length);
    }

    static Answer<Partition> partitions(byte[] body) throws UndecodableJson {
        return decode("partitions", new PartitionAssembler(), body, body.length);
    }

    /** Reads the list in pieces of at most the given size. */
    public static Answer<?> decode(String list, byte[] body, int piece) throws UndecodableJson {
        return decode(list, assembler(list), body, piece);
    }

    static <T> Answer<T> decode(String list, RecordAssembler<T> assembler, byte[] body, int piece)
            throws UndecodableJson {
        return read(reader(list, assembler, Integer.MAX_VALUE, new ReadMemory()), body, piece);
    }

    static RecordAssembler<Job> jobAssembler(RecordUse use) {
        return new JobAssembler(new AssociationUsers(), use);
    }

    /** Returns an assembler for one response with the list. */
    public static RecordAssembler<?> assembler(String list) {
        return switch (list) {
            case "jobs" -> jobAssembler(EVERYTHING);
            case "nodes" -> new NodeAssembler(SiteNames.NONE);
            case "partitions" -> new PartitionAssembler();
            case "pings" -> new ControllerAssembler();
            default -> throw new IllegalArgumentException(list);
        };
    }

    public static <T> AnswerReader<T> reader(
            String list, RecordAssembler<T> assembler, int maxRecords, ReadMemory memory) {
        Set<String> members = switch (list) {
            case "jobs" -> JobAssembler.MEMBERS;
            case "nodes" -> NodeAssembler.MEMBERS;
            default -> Set.of();
        };
        return new AnswerReader<>(new RecordList(List.of(list), members, maxRecords), assembler, memory);
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
        } catch (UndecodableJson e) {
            throw e;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
