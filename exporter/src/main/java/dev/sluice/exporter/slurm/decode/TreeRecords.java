package dev.sluice.exporter.slurm.decode;

import com.fasterxml.jackson.core.JsonToken;
import dev.sluice.exporter.json.JsonStream;
import dev.sluice.exporter.json.JsonTree;
import dev.sluice.exporter.json.JsonTreeBuilder;
import dev.sluice.exporter.json.UndecodableJson;
import dev.sluice.exporter.model.GpuCounts;
import dev.sluice.exporter.slurm.memory.AnswerSize;
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
    private final JsonTreeBuilder builder;
    private final List<T> records = new ArrayList<>();
    private int unreadable;
    private boolean inList;
    private boolean building;

    TreeRecords(Function<JsonTree, Optional<T>> record, AnswerSize size) {
        this.record = record;
        this.size = size;
        this.builder = new JsonTreeBuilder(size);
    }

    @Override
    public boolean begin(JsonToken token, JsonStream<?> stream) throws IOException, UndecodableJson {
        inList = token == JsonToken.START_ARRAY;
        if (!inList) {
            build(token, stream);
        }
        return true;
    }

    @Override
    public boolean accept(JsonToken token, JsonStream<?> stream) throws IOException, UndecodableJson {
        if (inList && !building && token == JsonToken.END_ARRAY) {
            return true;
        }
        build(token, stream);
        return !inList && !building;
    }

    private void build(JsonToken token, JsonStream<?> stream) throws IOException, UndecodableJson {
        Optional<JsonTree> value = builder.accept(token, stream.parser());
        building = value.isEmpty();
        if (value.isPresent()) {
            add(value.get());
        }
    }

    /** Adds a record that has already been read. */
    void add(JsonTree value) throws UndecodableJson {
        if (!inList
                && value instanceof JsonTree.Members object
                && object.members().isEmpty()) {
            // slurmrestd sends an empty object with an error.
            return;
        }
        size.addRecord();
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
    public Records<T> end() {
        return new Records<>(List.copyOf(records), unreadable);
    }
}
