package dev.sluice.exporter.slurm.decode;

import dev.sluice.common.log.OutsideText;
import dev.sluice.exporter.model.Accelerators;
import dev.sluice.exporter.model.BoundedName;
import dev.sluice.exporter.slurm.schema.SlurmField;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/**
 * The values of the wanted members of one record. A missing or null member has no value. One instance serves all
 * records of a response, which share equal texts.
 */
public final class FieldValues {

    private static final SlurmField[] FIELDS = SlurmField.values();

    /** Bytes of a text without its characters, and of another value that records share. */
    private static final int TEXT_BYTES = 56;

    private static final int VALUE_BYTES = 250;

    private final Map<String, String> shared = new HashMap<>();
    private final Map<String, String> sharedGres = new HashMap<>();
    private final Map<Object, Object> values = new HashMap<>();
    private final long[] numbers = new long[FIELDS.length];
    private final boolean[] begun = new boolean[FIELDS.length];
    private final boolean[] given = new boolean[FIELDS.length];
    private final List<List<String>> texts = new ArrayList<>(FIELDS.length);
    private long keptBytes;

    private final Accelerators accelerators;

    /** Creates an empty instance. */
    public FieldValues(Accelerators accelerators) {
        this.accelerators = accelerators;
        for (int field = 0; field < FIELDS.length; field++) {
            texts.add(new ArrayList<>(0));
        }
    }

    /** Drops all values. */
    public void clear() {
        for (int slot = 0; slot < FIELDS.length; slot++) {
            begun[slot] = false;
            if (given[slot]) {
                given[slot] = false;
                numbers[slot] = 0;
                texts.get(slot).clear();
            }
        }
        keptBytes = 0;
    }

    /** Returns false if the record already has the member. */
    boolean begin(SlurmField field) {
        boolean first = !begun[slot(field)];
        begun[slot(field)] = true;
        return first;
    }

    /** Sets a plain or wrapped number. Callers skip unset and unlimited numbers, and cut off fractions. */
    public void number(SlurmField field, long value) {
        given[slot(field)] = true;
        numbers[slot(field)] = value;
    }

    void flag(SlurmField field, boolean value) {
        number(field, value ? 1 : 0);
    }

    /** Adds a text as the server sent it, or one element of a list of texts. */
    public void text(SlurmField field, String value) {
        Map<String, String> before = field.type() == SlurmField.Type.GRES ? sharedGres : shared;
        String known = field.recurs() ? before.get(value) : null;
        String text = known == null ? readable(field, value) : known;
        if (known == null && field.recurs()) {
            before.put(value, text);
        }
        if (known == null && field.kept()) {
            keptBytes += TEXT_BYTES + (long) value.length();
        }
        given[slot(field)] = true;
        texts.get(slot(field)).add(field.type() == SlurmField.Type.NAME ? BoundedName.of(text) : text);
    }

    /** Returns the first equal value of the response. */
    @SuppressWarnings("unchecked")
    <T> T shared(T value) {
        Object first = values.putIfAbsent(value, value);
        keptBytes += first == null ? VALUE_BYTES : 0;
        return first == null ? value : (T) first;
    }

    private record Made(String kind, Object from) {}

    /**
     * Returns the value that a function makes, once per response, from an immutable value.
     *
     * @param kind name of the function
     */
    @SuppressWarnings("unchecked")
    <K, V> V made(String kind, K from, Function<K, V> function) {
        Object value = values.computeIfAbsent(new Made(kind, from), unused -> {
            keptBytes += VALUE_BYTES;
            return function.apply(from);
        });
        return (V) value;
    }

    private String readable(SlurmField field, String value) {
        String text = OutsideText.printable(value);
        return field.type() == SlurmField.Type.GRES ? accelerators.asGpus(text) : text;
    }

    /** Returns the memory of the record's texts and shared values that no earlier record has, in bytes. */
    long keptBytes() {
        return keptBytes;
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
