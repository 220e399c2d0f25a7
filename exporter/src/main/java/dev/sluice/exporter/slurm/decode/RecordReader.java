package dev.sluice.exporter.slurm.decode;

import com.fasterxml.jackson.core.JsonToken;
import dev.sluice.exporter.json.JsonStream;
import dev.sluice.exporter.json.UndecodableJson;
import java.io.IOException;
import java.util.List;

/**
 * Reads the records of one answer, out of the value that holds them.
 *
 * @param <T> record of the model
 */
interface RecordReader<T> {

    /** Begins the value with its first token; false where such a value holds no records, so that it is skipped. */
    boolean begin(JsonToken token, JsonStream<?> stream) throws IOException, UndecodableJson;

    /** Takes the next token of the value; true with its last. */
    boolean accept(JsonToken token, JsonStream<?> stream) throws IOException, UndecodableJson;

    /** What was read. */
    Records<T> end();

    /**
     * The records of one answer.
     *
     * @param <T> record of the model
     * @param list those that can be read, in the server's order; immutable
     * @param unreadable how many were left out
     */
    record Records<T>(List<T> list, int unreadable) {}
}
