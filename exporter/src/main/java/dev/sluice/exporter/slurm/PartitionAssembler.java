package dev.sluice.exporter.slurm;

import dev.sluice.exporter.model.Partition;
import java.util.Optional;

/** Builds {@link Partition}s. */
final class PartitionAssembler implements RecordAssembler<Partition> {

    private String name = "";

    @Override
    public void begin() {
        name = "";
    }

    @Override
    public void number(SlurmField field, long value) {}

    @Override
    public void text(SlurmField field, String value) {
        if (field == SlurmField.PARTITION_NAME) {
            name = value;
        }
    }

    @Override
    public void flag(SlurmField field, boolean value) {}

    @Override
    public Optional<Partition> end() {
        return name.isEmpty() ? Optional.empty() : Optional.of(new Partition(name));
    }
}
