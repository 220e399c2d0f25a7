package dev.sluice.exporter.slurm.decode;

import dev.sluice.exporter.model.Accelerators;
import dev.sluice.exporter.model.cluster.Partition;
import dev.sluice.exporter.model.job.Job;
import dev.sluice.exporter.model.node.Node;
import dev.sluice.exporter.poll.FetchFailure;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;

/** Decodes complete bodies, for tests. */
public final class Answers {

    public static final RecordUse METRICS = use(false, false, false, Integer.MAX_VALUE);
    public static final RecordUse SCALING = use(true, false, false, Integer.MAX_VALUE);
    private static final RecordUse EVERYTHING = use(true, false, true, Integer.MAX_VALUE);
    public static final RecordList<Node> NODES = new NodeAssembler(METRICS).list();

    private Answers() {}

    /** Returns the purposes of records without names that the site chose. */
    public static RecordUse use(boolean scaling, boolean jobNames, boolean jobGpus, int maxRecords) {
        return new RecordUse(scaling, jobNames, jobGpus, maxRecords, List.of(), Accelerators.GPUS);
    }

    public static List<Job> jobRecords(byte[] body) throws FetchFailure {
        return jobs(body).records();
    }

    public static List<Node> nodeRecords(byte[] body) throws FetchFailure {
        return nodes(body).records();
    }

    public static List<Partition> partitionRecords(byte[] body) throws FetchFailure {
        return partitions(body).records();
    }

    public static AnswerReader<Job> jobs(byte[] body) throws FetchFailure {
        return decode(jobs(EVERYTHING), body, body.length);
    }

    static AnswerReader<Node> nodes(byte[] body) throws FetchFailure {
        return decode(NODES, body, body.length);
    }

    static AnswerReader<Partition> partitions(byte[] body) throws FetchFailure {
        return decode(PartitionAssembler.LIST, body, body.length);
    }

    public static RecordList<Job> jobs(RecordUse use) {
        return new JobAssembler(new JobAssembler.AssociationUsers(), use).list();
    }

    /** Returns the records of a response with the list. */
    public static RecordList<?> list(String list) {
        return switch (list) {
            case "jobs" -> jobs(EVERYTHING);
            case "nodes" -> NODES;
            case "partitions" -> PartitionAssembler.LIST;
            case "pings" -> SlurmctldReader.CONTROLLERS;
            default -> throw new IllegalArgumentException(list);
        };
    }

    /** Reads the body in pieces of at most the given size. */
    public static <T> AnswerReader<T> decode(RecordList<T> list, byte[] body, int piece) throws FetchFailure {
        AnswerReader<T> reader = new AnswerReader<>(list, List.of(), Integer.MAX_VALUE, new ReadMemory());
        try {
            reader.read(new ByteArrayInputStream(body) {
                @Override
                public synchronized int read(byte[] into, int offset, int length) {
                    return super.read(into, offset, Math.min(length, piece));
                }
            });
            return reader;
        } catch (FetchFailure e) {
            throw e;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
