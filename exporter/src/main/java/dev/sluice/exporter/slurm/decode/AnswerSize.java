package dev.sluice.exporter.slurm.decode;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.util.JsonParserDelegate;
import dev.sluice.exporter.json.UndecodableJson;
import java.io.IOException;

/**
 * Estimates the memory of one response while the response is read. Refuses a response if the process has too little
 * memory for the response, or if the response has too many records.
 */
public final class AnswerSize {

    /** Maximum number of errors in a response; slurmrestd sends one or two errors. */
    private static final int MAX_ERRORS = 100;

    /** Bytes of a record, without its texts and the values that records share; of a value in a tree. */
    private static final int RECORD_BYTES = 250;

    private static final int VALUE_BYTES = 100;

    /** A record keeps less than a tenth of the tree from which the record is made. */
    private static final int KEPT_OF_TREE = 10;

    /** Maximum size of a response, per record and without records; ten times the size that slurmrestd sends. */
    private static final long MAX_BYTES_OF_RECORD = 1 << 17;

    private static final long MAX_BYTES = 1 << 28;

    private final int maxRecords;
    private final ReadMemory memory;
    private int records;
    private int errors;
    private long taken;

    public AnswerSize(int maxRecords, ReadMemory memory) {
        this.maxRecords = maxRecords;
        this.memory = memory;
    }

    /** Returns the maximum size of the response. */
    long maxBytes() {
        return MAX_BYTES + maxRecords * MAX_BYTES_OF_RECORD;
    }

    void begin() {
        memory.begin();
    }

    /** Releases the memory. */
    void end() {
        memory.end(taken);
        taken = 0;
    }

    /** Counts a record and the bytes of its texts and shared values. */
    void addRecord(long textBytes) throws UndecodableJson {
        records++;
        if (records > maxRecords) {
            throw UndecodableJson.tooLarge("the response has more than " + maxRecords
                    + " records; slurm.maxRecords allows more, where the exporter has the memory");
        }
        take(RECORD_BYTES + textBytes);
    }

    void addError() throws UndecodableJson {
        errors++;
        if (errors > MAX_ERRORS) {
            throw UndecodableJson.tooLarge("the response has more than " + MAX_ERRORS + " errors");
        }
    }

    /** Returns a parser for the tree that begins at the current token. The parser counts the memory of the tree. */
    Tree tree(JsonParser parser) {
        return new Tree(parser);
    }

    private void take(long more) throws UndecodableJson {
        taken += more;
        if (!memory.take(more, taken)) {
            throw UndecodableJson.tooLarge("the responses that are being read take more than " + memory.mebibytes()
                    + " MiB, half of the heap, and this one takes " + (taken >> 20)
                    + " MiB; give the exporter more memory (-Xmx, or the limit of its container)");
        }
    }

    /** The parser of one tree. */
    final class Tree extends JsonParserDelegate {

        private long bytes;

        private Tree(JsonParser parser) {
            super(parser);
        }

        @Override
        public JsonToken nextToken() throws IOException {
            JsonToken token = super.nextToken();
            long more = VALUE_BYTES + (token == JsonToken.VALUE_STRING ? getTextLength() : 0L);
            bytes += more;
            try {
                take(more);
            } catch (UndecodableJson e) {
                throw new TreeTooLarge(e);
            }
            return token;
        }

        /** Releases the memory of the tree, except for the part that a record keeps. */
        void release() {
            long released = bytes - bytes / KEPT_OF_TREE;
            taken -= released;
            memory.take(-released, 0);
        }
    }

    /** Passes a failure through the library that builds the tree. */
    static final class TreeTooLarge extends IOException {

        private static final long serialVersionUID = 1;

        private final UndecodableJson failure;

        TreeTooLarge(UndecodableJson failure) {
            super(failure);
            this.failure = failure;
        }

        UndecodableJson failure() {
            return failure;
        }
    }
}
