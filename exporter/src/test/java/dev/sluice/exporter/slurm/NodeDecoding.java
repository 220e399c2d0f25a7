package dev.sluice.exporter.slurm;

import dev.sluice.exporter.model.Node;
import java.util.List;

/** Decodes the nodes of one answer piece by piece, for measurements. */
public final class NodeDecoding {

    private static final SlurmSchema SCHEMA = SlurmSchema.of(SlurmApiVersion.V0_0_45);

    private final AnswerReader<Node> reader = new AnswerReader<>(
            "nodes",
            SCHEMA.wanted("nodes", Slurmrestd.Use.METRICS),
            new NodeAssembler(),
            new AnswerSize(Integer.MAX_VALUE, new AnswerMemory()));

    public void feed(byte[] bytes, int length) {
        try {
            reader.feed(bytes, 0, length);
        } catch (UndecodableAnswer e) {
            throw new IllegalStateException(e);
        }
    }

    /** All nodes, once all bytes were fed. */
    public List<Node> end() {
        try {
            return reader.end().records();
        } catch (UndecodableAnswer e) {
            throw new IllegalStateException(e);
        }
    }
}
