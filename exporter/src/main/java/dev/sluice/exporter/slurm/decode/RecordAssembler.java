package dev.sluice.exporter.slurm.decode;

import dev.sluice.exporter.model.Accelerators;
import dev.sluice.exporter.model.GpuCounts;
import java.util.Comparator;
import java.util.Optional;

/**
 * Assembles a record of the model from its members.
 *
 * @param <T> record of the model
 */
public interface RecordAssembler<T> {

    /** Returns the record; empty if its identity or state is missing. */
    Optional<T> assemble(FieldValues values);

    /** Returns the record; empty also if a text of the record has more parts than any cluster. */
    default Optional<T> read(FieldValues values) {
        try {
            return assemble(values);
        } catch (GpuCounts.TooManyTypes e) {
            return Optional.empty();
        }
    }

    /** Returns the generic resources that count as GPUs. */
    default Accelerators accelerators() {
        return Accelerators.GPUS;
    }

    /** Returns the order by name, which identifies a record within its response. */
    Comparator<T> order();
}
