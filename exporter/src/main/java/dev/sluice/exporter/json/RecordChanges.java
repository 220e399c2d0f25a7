package dev.sluice.exporter.json;

/**
 * Receives the fields of a record whose values differ from the record before it. After {@link #field} follow the values of
 * the field: none, one, or all texts of a list. If a record turns out to be another one, or incomplete, it begins again.
 *
 * @param <F> type of the field names
 */
public interface RecordChanges<F> {

    /** Returns true if all fields of the record before are known. */
    boolean possible();

    /** Begins a field whose value differs. */
    void field(F field);

    /** Begins the list of the field's texts. */
    void list();

    /** Adds a text of the field. The array may be reused afterwards. */
    void text(char[] text, int length) throws UndecodableJson;

    /** Sets the number of the field, which is at least 0. */
    void number(long value);

    /** Sets the flag of the field. */
    void flag(boolean value);

    /** Ends the record; all other fields have the values of the record before. */
    void endRecord() throws UndecodableJson;
}
