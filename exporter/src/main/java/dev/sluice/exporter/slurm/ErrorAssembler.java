package dev.sluice.exporter.slurm;

import java.util.Optional;

/** Reads an entry of an answer's {@code errors} list. */
final class ErrorAssembler implements RecordAssembler<Answer.SlurmError> {

    private long number;
    private String text = "";
    private String description = "";

    @Override
    public void begin() {
        number = 0;
        text = "";
        description = "";
    }

    @Override
    public void number(SlurmField field, long value) {
        if (field == SlurmField.ERROR_NUMBER) {
            number = value;
        }
    }

    @Override
    public void text(SlurmField field, String value) {
        if (field == SlurmField.ERROR) {
            text = value;
        } else if (field == SlurmField.ERROR_DESCRIPTION) {
            description = value;
        }
    }

    @Override
    public void flag(SlurmField field, boolean value) {}

    /** The entry that has come; every one can be read. */
    Answer.SlurmError error() {
        return new Answer.SlurmError(number, text, description);
    }

    @Override
    public Optional<Answer.SlurmError> end() {
        return Optional.of(error());
    }

    @Override
    public Object key(Answer.SlurmError error) {
        return error;
    }
}
