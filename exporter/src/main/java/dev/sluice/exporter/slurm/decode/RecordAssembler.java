package dev.sluice.exporter.slurm.decode;

import dev.sluice.exporter.json.JsonTree;
import dev.sluice.exporter.model.GpuCounts;
import java.util.Comparator;
import java.util.Optional;

/**
 * Makes a record of the model from a record of a response. An assembler of a list serves one response.
 *
 * @param <T> record of the model
 */
@FunctionalInterface
public interface RecordAssembler<T> {

    /** A record keeps less than a tenth of the tree from which the record is made. */
    int KEPT_OF_TREE = 10;

    /** Returns the record; empty if its identity or state is missing. */
    Optional<T> assemble(JsonTree record);

    /** Returns the record; empty also if a value has a wrong type or more parts than on any cluster. */
    default Optional<T> read(JsonTree record) {
        try {
            return assemble(record);
        } catch (JsonTree.UnreadableValue | GpuCounts.TooManyTypes e) {
            return Optional.empty();
        }
    }

    /** Returns the order by name, which identifies a record within its response; empty if records have no name. */
    default Optional<Comparator<T>> order() {
        return Optional.empty();
    }

    /** Returns the estimated memory of the last record. */
    default long keptBytes(long treeBytes) {
        return treeBytes / KEPT_OF_TREE;
    }
}
