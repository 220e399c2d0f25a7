package dev.sluice.exporter.slurm.decode;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import dev.sluice.exporter.json.JsonTree;
import dev.sluice.exporter.json.UndecodableJson;
import dev.sluice.exporter.model.GpuCounts;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * Reads the records of short or rare responses. Holds each record as a tree until the record of the model has been
 * made. If the response contains an object and no list, the object is a single record.
 *
 * @param <T> record of the model
 */
final class TreeRecords<T> implements RecordReader<T> {

    private final Function<JsonTree, Optional<T>> record;
    private final AnswerSize size;
    private final List<T> records = new ArrayList<>();
    private int unreadable;

    TreeRecords(Function<JsonTree, Optional<T>> record, AnswerSize size) {
        this.record = record;
        this.size = size;
    }

    @Override
    public boolean read(JsonParser in) throws IOException, UndecodableJson {
        if (in.currentToken() == JsonToken.START_ARRAY) {
            while (in.nextToken() != JsonToken.END_ARRAY) {
                add(tree(in, size));
            }
        } else {
            JsonTree single = tree(in, size);
            // slurmrestd sends an empty object with an error.
            if (!single.node().isEmpty()) {
                add(single);
            }
        }
        return true;
    }

    /** Reads the tree at the current token. */
    static JsonTree tree(JsonParser in, AnswerSize size) throws IOException, UndecodableJson {
        AnswerSize.Tree parser = size.tree(in);
        try {
            return JsonTree.read(parser);
        } catch (AnswerSize.TreeTooLarge e) {
            throw e.failure();
        } finally {
            parser.release();
        }
    }

    /** Adds a record that has already been read. */
    void add(JsonTree value) throws UndecodableJson {
        size.addRecord(0);
        Optional<T> made = made(value);
        made.ifPresent(records::add);
        if (made.isEmpty()) {
            unreadable++;
        }
    }

    private Optional<T> made(JsonTree value) {
        try {
            return record.apply(value);
        } catch (JsonTree.UnreadableValue | GpuCounts.TooManyTypes e) {
            return Optional.empty();
        }
    }

    @Override
    public List<T> records() {
        return List.copyOf(records);
    }

    @Override
    public int unreadable() {
        return unreadable;
    }
}
