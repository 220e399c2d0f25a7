package dev.sluice.exporter.slurm.decode;

import com.fasterxml.jackson.core.JsonToken;
import dev.sluice.exporter.json.JsonStream;
import dev.sluice.exporter.json.UndecodableJson;
import java.io.IOException;
import java.util.List;

/**
 * Reads the records of one response from the value that holds them.
 *
 * @param <T> record of the model
 */
interface RecordReader<T> {

    /** Starts a value with its first token; returns false to skip a value that cannot hold records. */
    boolean begin(JsonToken token, JsonStream<?> stream) throws IOException, UndecodableJson;

    /** Takes the next token of the value; returns true for the last one. */
    boolean accept(JsonToken token, JsonStream<?> stream) throws IOException, UndecodableJson;

    Records<T> end();

    /**
     * The records of one response.
     *
     * @param <T> record of the model
     * @param list readable records, in the server's order; immutable
     * @param unreadable number of records that were left out
     */
    record Records<T>(List<T> list, int unreadable) {}
}
