package dev.sluice.exporter.slurm.decode;

import dev.sluice.exporter.json.UndecodableJson;
import dev.sluice.exporter.model.node.Node;
import dev.sluice.exporter.slurm.memory.AnswerMemory;
import dev.sluice.exporter.slurm.memory.AnswerSize;
import dev.sluice.exporter.slurm.records.RepeatedRecords;
import dev.sluice.exporter.slurm.schema.RecordUse;
import dev.sluice.exporter.slurm.schema.SlurmApiVersion;
import dev.sluice.exporter.slurm.schema.SlurmSchema;
import java.util.List;

/** Decodes the nodes of one response piece by piece, for benchmarks. */
public final class NodeDecoding {

    private static final SlurmSchema SCHEMA = new SlurmSchema(SlurmApiVersion.V0_0_45);

    private final AnswerReader<Node> reader = AnswerReader.ofList(
            "nodes",
            SCHEMA.wanted("nodes", RecordUse.METRICS),
            new NodeAssembler(),
            new AnswerSize(Integer.MAX_VALUE, new AnswerMemory()),
            new RepeatedRecords<>(Object::hashCode));

    public void feed(byte[] bytes, int length) {
        try {
            reader.feed(bytes, 0, length);
        } catch (UndecodableJson e) {
            throw new IllegalStateException(e);
        }
    }

    /** Returns all nodes after all bytes were fed. */
    public List<Node> end() {
        try {
            return reader.end().records();
        } catch (UndecodableJson e) {
            throw new IllegalStateException(e);
        }
    }
}
