package dev.sluice.exporter.slurm.decode;

import com.fasterxml.jackson.core.JsonParser;
import dev.sluice.exporter.json.UndecodableJson;
import java.io.IOException;
import java.util.List;

/**
 * Reads the records of one response from the JSON value that contains the records.
 *
 * @param <T> record of the model
 */
interface RecordReader<T> {

    /** Reads the value at the current token. Returns false, and reads nothing, if the value cannot contain records. */
    boolean read(JsonParser in) throws IOException, UndecodableJson;

    /** Returns the readable records, in the server's order. */
    List<T> records();

    /** Returns the number of unreadable records, which were omitted. */
    int unreadable();
}
