package dev.sluice.exporter.slurm.decode;

import com.fasterxml.jackson.core.JsonToken;
import dev.sluice.exporter.json.JsonStream;
import dev.sluice.exporter.json.UndecodableJson;
import java.io.IOException;
import java.util.List;

/**
 * Reads the records of one response from the JSON value that contains the records.
 *
 * @param <T> record of the model
 */
interface RecordReader<T> {

    /**
     * Starts to read a value, with the first token of the value. Returns false to skip a value that cannot contain
     * records.
     */
    boolean begin(JsonToken token, JsonStream<?> stream) throws IOException, UndecodableJson;

    /** Takes the next token of the value. Returns true for the last token. */
    boolean accept(JsonToken token, JsonStream<?> stream) throws IOException, UndecodableJson;

    Records<T> end();

    /**
     * The records of one response.
     *
     * @param <T> record of the model
     * @param list readable records, in the server's order; immutable
     * @param unreadable number of unreadable records, which were omitted
     */
    record Records<T>(List<T> list, int unreadable) {}
}
