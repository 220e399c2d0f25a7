package dev.sluice.exporter.slurm.decode;

import dev.sluice.exporter.slurm.schema.SlurmField;
import java.util.ArrayList;
import java.util.List;

/**
 * The values of the wanted members of one record. A member that is missing or null has none. One instance serves all
 * records of an answer, so that reading a record makes no garbage.
 */
public final class FieldValues {

    private static final int FIELDS = SlurmField.values().length;

    private final long[] numbers = new long[FIELDS];
    private final boolean[] given = new boolean[FIELDS];
    private final List<List<String>> texts = new ArrayList<>(FIELDS);
    /** The slots of the fields that have values. */
    private final int[] filled = new int[FIELDS];

    private int size;

    /** No values yet. */
    public FieldValues() {
        for (int i = 0; i < FIELDS; i++) {
            texts.add(new ArrayList<>(0));
        }
    }

    /** Forgets the record before. */
    public void clear() {
        for (int i = 0; i < size; i++) {
            numbers[filled[i]] = 0;
            given[filled[i]] = false;
            texts.get(filled[i]).clear();
        }
        size = 0;
    }

    /** Takes a number, plain or wrapped; unset and unlimited ones are not given. Fractions are cut off. */
    public void number(SlurmField field, long value) {
        fill(field);
        numbers[slot(field)] = value;
    }

    void flag(SlurmField field, boolean value) {
        number(field, value ? 1 : 0);
    }

    /** Takes a text, or one element of a list of texts. */
    public void text(SlurmField field, String value) {
        fill(field);
        texts.get(slot(field)).add(value);
    }

    private void fill(SlurmField field) {
        int slot = slot(field);
        if (!given[slot]) {
            given[slot] = true;
            filled[size++] = slot;
        }
    }

    /** Whether the record has a value of the field. */
    boolean has(SlurmField field) {
        return given[slot(field)];
    }

    /** The number; 0 where there is none. */
    public long number(SlurmField field) {
        return numbers[slot(field)];
    }

    /** The number; the other where there is none. */
    long numberOr(SlurmField field, long other) {
        return has(field) ? number(field) : other;
    }

    /** The boolean; false where there is none. */
    boolean flag(SlurmField field) {
        return number(field) != 0;
    }

    /** The text, of a list the last one; empty where there is none. */
    public String text(SlurmField field) {
        List<String> all = texts(field);
        return all.isEmpty() ? "" : all.get(all.size() - 1);
    }

    /** All texts, in order; changes with the next record. */
    List<String> texts(SlurmField field) {
        return texts.get(slot(field));
    }

    @SuppressWarnings("EnumOrdinal") // Nothing keeps the slot of a field, and a map would box each number.
    private static int slot(SlurmField field) {
        return field.ordinal();
    }
}
