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

    private static final int FIELDS = SlurmField.values().length;

    private final long[] numbers = new long[FIELDS];
    private final boolean[] given = new boolean[FIELDS];
    private final List<List<String>> texts = new ArrayList<>(FIELDS);
    /** One for each field; the fields whose texts are kept share one. */
    private final List<PassingText> passing = new ArrayList<>(FIELDS);
    /** Slots of the fields with values. */
    private final int[] filled = new int[FIELDS];

    private int size;

    /** Creates an empty instance. */
    public FieldValues() {
        PassingText kept = new PassingText();
        for (SlurmField field : SlurmField.values()) {
            texts.add(new ArrayList<>(0));
            passing.add(field.passes() ? new PassingText() : kept);
        }
    }

    /** Drops the values of the previous record. */
    public void clear() {
        for (int i = 0; i < size; i++) {
            numbers[filled[i]] = 0;
            given[filled[i]] = false;
            texts.get(filled[i]).clear();
            passing.get(filled[i]).clear();
        }
        size = 0;
    }

    /** Sets a plain or wrapped number. Callers skip unset and unlimited numbers, and cut off fractions. */
    public void number(SlurmField field, long value) {
        fill(field);
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
            fill(field);
            texts.get(slot(field)).add(value);
        }
    }

    /** Sets the text of a field that {@linkplain SlurmField#passes() passes}. */
    void passing(SlurmField field, char[] text, int offset, int length) {
        fill(field);
        passing.get(slot(field)).set(text, offset, length);
    }

    private void fill(SlurmField field) {
        int slot = slot(field);
        if (!given[slot]) {
            given[slot] = true;
            filled[size++] = slot;
        }
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

    @SuppressWarnings("EnumOrdinal") // Ordinals are never stored; a map would box each number.
    private static int slot(SlurmField field) {
        return field.ordinal();
    }
}
