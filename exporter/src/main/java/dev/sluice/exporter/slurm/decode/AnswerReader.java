package dev.sluice.exporter.slurm.decode;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import dev.sluice.exporter.json.JsonFormat;
import dev.sluice.exporter.json.JsonStream;
import dev.sluice.exporter.json.JsonTree;
import dev.sluice.exporter.json.JsonTreeBuilder;
import dev.sluice.exporter.json.MemberFilter;
import dev.sluice.exporter.json.UndecodableJson;
import dev.sluice.exporter.json.WantedMembers;
import dev.sluice.exporter.slurm.memory.AnswerSize;
import dev.sluice.exporter.slurm.records.RecordKeeper;
import dev.sluice.exporter.slurm.schema.SlurmField;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedSet;
import java.util.function.Function;

/**
 * Decodes a response of slurmrestd while its bytes arrive. Reads the records, and the errors, the release and the time
 * that every response has. Drops all other data, so that memory grows only with the kept data.
 *
 * <p>Skips unknown members, because a newer Slurm may send new members. Fails if the JSON is incomplete or does not
 * contain the records exactly once, because values could be wrong.
 *
 * @param <T> record of the model
 */
public final class AnswerReader<T> {

    /**
     * The JSON that slurmrestd writes. v0.0.40 and v0.0.41 send the bare word Infinity for the fair-share level of a
     * user without usage. The length limit of a string is twice slurmctld's own limit for a submit line, which is the
     * longest string in slurmctld.
     */
    public static final JsonFormat FORMAT = new JsonFormat("the JSON that slurmrestd sends", 200, 1 << 22, 4_096, true);

    private final List<String> path;
    private final Set<String> parts;
    private final String sought;
    private final RecordReader<T> reader;
    private final AnswerSize size;
    private final JsonStream<UndecodableJson> stream;
    private final JsonParser parser;
    private final JsonTreeBuilder builder;

    private final List<Answer.SlurmError> errors = new ArrayList<>();
    private final Map<String, JsonTree> gathered = new HashMap<>();
    private long lastUpdate;
    private String release = "";
    /** Number of open members of the path. The root is always open and does not count. */
    private int depth;

    private String name = "";
    private boolean inRecords;
    private boolean inErrors;
    private boolean building;
    private boolean seen;
    private boolean begun;
    private boolean ended;

    private AnswerReader(List<String> path, Set<String> parts, String sought, RecordReader<T> reader, AnswerSize size) {
        this.path = path;
        this.parts = parts;
        this.sought = sought;
        this.reader = reader;
        this.size = size;
        this.stream = new JsonStream<>(FORMAT, this::accept, size);
        this.parser = stream.parser();
        this.builder = new JsonTreeBuilder(size);
    }

    /**
     * Returns a reader of a list of many records.
     *
     * @param wanted record members to read
     * @param assembler makes a record from its members
     * @param keeper shares data with the previous response
     */
    public static <T> AnswerReader<T> ofList(
            String list,
            WantedMembers<SlurmField> wanted,
            RecordAssembler<T> assembler,
            AnswerSize size,
            RecordKeeper<T> keeper) {
        StreamedRecords<T> records = new StreamedRecords<>(wanted, assembler, size, keeper);
        AnswerReader<T> reader = new AnswerReader<>(List.of(list), Set.of(), "list \"" + list + "\"", records, size);
        reader.stream.filter(
                new MemberFilter(list, wanted, field -> field.type() == SlurmField.Type.NUMBER, records, FORMAT));
        return reader;
    }

    /**
     * Returns a reader of a few records or of a single record.
     *
     * @param path path of members from the root of the response to the list, or to the object with the single record
     * @param record makes a record from the record's tree
     */
    public static <T> AnswerReader<T> ofTrees(
            List<String> path, Function<JsonTree, Optional<T>> record, AnswerSize size) {
        String sought = "\"" + String.join(".", path) + "\"";
        return new AnswerReader<>(List.copyOf(path), Set.of(), sought, new TreeRecords<>(record, size), size);
    }

    /**
     * Returns a reader of a single record. Several members of the response contain the record's data.
     *
     * @param parts names of the members that contain the record's data
     * @param record makes the record from an object with the named members
     */
    public static <T> AnswerReader<T> ofParts(
            SortedSet<String> parts, Function<JsonTree, Optional<T>> record, AnswerSize size) {
        String sought = "\"" + String.join("\", \"", parts) + "\"";
        return new AnswerReader<>(List.of(), Set.copyOf(parts), sought, new TreeRecords<>(record, size), size);
    }

    /** Decodes the next bytes; the array may be reused afterwards. */
    public void feed(byte[] bytes, int offset, int length) throws UndecodableJson {
        stream.feed(bytes, offset, length);
    }

    /**
     * Returns the errors in the part of the response that has been read. A response that only reports an error has no
     * records.
     */
    public List<Answer.SlurmError> errors() {
        return List.copyOf(errors);
    }

    /** Returns the response after all bytes have been fed. */
    public Answer<T> end() throws UndecodableJson {
        stream.end();
        if (!ended) {
            throw stream.cutOff();
        }
        if (!seen && gathered.isEmpty() && errors.isEmpty()) {
            throw new UndecodableJson("the response has no " + sought);
        }
        if (!gathered.isEmpty() && reader instanceof TreeRecords<T> whole) {
            whole.add(new JsonTree.Members(gathered));
        }
        RecordReader.Records<T> records = reader.end();
        return new Answer<>(records.list(), records.unreadable(), lastUpdate, release, errors);
    }

    private void accept(JsonToken token) throws IOException, UndecodableJson {
        if (inRecords) {
            inRecords = !reader.accept(token, stream);
        } else if (building) {
            build(token);
        } else if (!begun || ended) {
            begin(token);
        } else if (inErrors) {
            error(token);
        } else if (token == JsonToken.FIELD_NAME) {
            name = parser.currentName();
        } else if (token == JsonToken.END_OBJECT) {
            ended = depth == 0;
            depth--;
        } else {
            member(token);
        }
    }

    private void begin(JsonToken token) throws UndecodableJson {
        if (token == JsonToken.START_ARRAY) {
            throw new UndecodableJson("the response is a JSON list, not an object");
        }
        if (token != JsonToken.START_OBJECT) {
            throw new UndecodableJson("the response is not a JSON object");
        }
        if (ended) {
            throw new UndecodableJson("more follows after the end of the response");
        }
        begun = true;
    }

    private void error(JsonToken token) throws IOException, UndecodableJson {
        if (token == JsonToken.START_OBJECT) {
            build(token);
        } else if (token == JsonToken.START_ARRAY) {
            stream.skip();
        } else {
            inErrors = token != JsonToken.END_ARRAY;
        }
    }

    private void member(JsonToken token) throws IOException, UndecodableJson {
        boolean onPath = depth < path.size() && name.equals(path.get(depth));
        if (onPath && depth == path.size() - 1 && token.isStructStart()) {
            records(token);
        } else if (onPath && token == JsonToken.START_OBJECT) {
            depth++;
        } else if (depth == 0 && token == JsonToken.START_ARRAY && name.equals("errors")) {
            inErrors = true;
        } else if (depth == 0 && (name.equals("meta") || name.equals("last_update") || parts.contains(name))) {
            build(token);
        } else if (token.isStructStart()) {
            stream.skip();
        }
    }

    private void records(JsonToken token) throws IOException, UndecodableJson {
        inRecords = reader.begin(token, stream);
        if (!inRecords) {
            stream.skip();
        } else if (seen) {
            throw new UndecodableJson("the response has " + sought + " twice");
        } else {
            seen = true;
        }
    }

    private void build(JsonToken token) throws IOException, UndecodableJson {
        Optional<JsonTree> value = builder.accept(token, parser);
        building = value.isEmpty();
        if (value.isEmpty()) {
            return;
        }
        JsonTree tree = value.get();
        if (inErrors) {
            Answer.SlurmError error = new Answer.SlurmError(
                    (long) tree.at("error_number").signed(),
                    tree.at("error").text(),
                    tree.at("description").text());
            size.addError(error.text(), error.description());
            errors.add(error);
        } else if (parts.contains(name)) {
            if (gathered.put(name, tree) != null) {
                throw new UndecodableJson("the response has \"" + name + "\" twice");
            }
        } else {
            if (gathered.isEmpty()) {
                size.dropTree();
            }
            if (name.equals("meta")) {
                release = tree.at("slurm", "release").name();
            } else {
                lastUpdate = time(tree);
            }
        }
    }

    private static long time(JsonTree tree) {
        try {
            return (long) tree.number().orElse(0);
        } catch (JsonTree.UnreadableValue e) {
            return 0;
        }
    }
}
