package dev.sluice.exporter.slurm.decode;

import dev.sluice.exporter.slurm.records.PassingText;
import dev.sluice.exporter.slurm.schema.SlurmField;
import java.util.ArrayList;
import java.util.List;

/**
 * The values of the wanted members of one record. A missing or null member has no value. One instance serves all
 * records of a response, so that reading a record creates no garbage.
 */
public final class FieldValues {

    private static final SlurmField[] FIELDS = SlurmField.values();

    private final long[] numbers = new long[FIELDS.length];
    private final boolean[] given = new boolean[FIELDS.length];
    private final List<List<String>> texts = new ArrayList<>(FIELDS.length);
    /** One for each field; the fields whose texts are kept share one. */
    private final List<PassingText> passing = new ArrayList<>(FIELDS.length);

    /** Creates an empty instance. */
    public FieldValues() {
        PassingText kept = new PassingText();
        for (SlurmField field : FIELDS) {
            texts.add(new ArrayList<>(0));
            passing.add(field.passes() ? new PassingText() : kept);
        }
    }

    /** Drops all values. */
    public void clear() {
        for (SlurmField field : FIELDS) {
            clear(field);
        }
    }

    /** Drops the value of a field. */
    void clear(SlurmField field) {
        int slot = slot(field);
        if (given[slot]) {
            given[slot] = false;
            numbers[slot] = 0;
            texts.get(slot).clear();
            passing.get(slot).clear();
        }
    }

    /** Sets a plain or wrapped number. Callers skip unset and unlimited numbers, and cut off fractions. */
    public void number(SlurmField field, long value) {
        given[slot(field)] = true;
        numbers[slot(field)] = value;
    }

    void flag(SlurmField field, boolean value) {
        number(field, value ? 1 : 0);
    }

    /** Adds a string, or one element of a list of strings. */
    public void text(SlurmField field, String value) {
        if (field.passes()) {
            passing(field, value.toCharArray(), 0, value.length());
        } else {
            given[slot(field)] = true;
            texts.get(slot(field)).add(value);
        }
    }

    /** Sets the text of a field that {@linkplain SlurmField#passes() passes}. */
    void passing(SlurmField field, char[] text, int offset, int length) {
        given[slot(field)] = true;
        passing.get(slot(field)).set(text, offset, length);
    }

    /** Returns whether the record has a value for the field. */
    boolean has(SlurmField field) {
        return given[slot(field)];
    }

    /** Returns the field's number; 0 if the record has no value. */
    public long number(SlurmField field) {
        return numbers[slot(field)];
    }

    /** Returns the field's number; {@code other} if the record has no value. */
    long numberOr(SlurmField field, long other) {
        return has(field) ? number(field) : other;
    }

    /** Returns the field's boolean; false if the record has no value. */
    boolean flag(SlurmField field) {
        return number(field) != 0;
    }

    /** Returns the field's text, or the last text of the field's list; empty if the record has no value. */
    public String text(SlurmField field) {
        List<String> all = texts(field);
        return all.isEmpty() ? "" : all.get(all.size() - 1);
    }

    /** Returns the text of a field that {@linkplain SlurmField#passes() passes}; empty if the record has no value. */
    PassingText passing(SlurmField field) {
        return passing.get(slot(field));
    }

    /** Returns all texts, in order; the list changes with the next record. */
    List<String> texts(SlurmField field) {
        return texts.get(slot(field));
    }

    /** Converts Slurm's mebibytes to bytes. */
    static long bytes(long mebibytes) {
        return Math.min(mebibytes, Long.MAX_VALUE >> 20) << 20;
    }

    @SuppressWarnings("EnumOrdinal") // Ordinals are never stored; a map would box each number.
    private static int slot(SlurmField field) {
        return field.ordinal();
    }
}
