package dev.sluice.exporter.slurm.decode;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonFactoryBuilder;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.exc.StreamConstraintsException;
import com.fasterxml.jackson.core.io.JsonEOFException;
import com.fasterxml.jackson.core.json.JsonReadFeature;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.sluice.exporter.json.JsonTree;
import dev.sluice.exporter.json.UndecodableJson;
import dev.sluice.exporter.json.Utf8Repair;
import dev.sluice.exporter.slurm.schema.WantedMembers;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SortedSet;
import java.util.function.Function;

/**
 * Decodes one response of slurmrestd while its bytes arrive. Reads the records, and the errors, the release and the
 * time that every response has. Drops all other data, so that memory grows only with the kept data.
 *
 * <p>Skips unknown members, because a newer Slurm may send new members. Fails if the JSON is incomplete or does not
 * contain the records exactly once, because values could be wrong.
 *
 * @param <T> record of the model
 */
public final class AnswerReader<T> {

    /** Maximum levels of nesting, and maximum characters of the name of a member. */
    private static final int MAX_DEPTH = 200;

    private static final int MAX_NAME = 4_096;

    /** Twice slurmctld's own limit for a submit line, which is the longest string in slurmctld. */
    private static final int MAX_TEXT = 1 << 22;

    /** The limits as text for messages. */
    public static final String LIMITS = "a text of more than " + MAX_TEXT + " characters, deeper nesting than "
            + MAX_DEPTH + " levels, or a name of more than " + MAX_NAME + " characters";

    private final List<String> path;
    private final Set<String> parts;
    private final String sought;
    private final RecordReader<T> reader;
    private final AnswerSize size;

    private final List<Answer.SlurmError> errors = new ArrayList<>();
    private final ObjectNode gathered = JsonNodeFactory.instance.objectNode();
    private long lastUpdate;
    private String release = "";
    private boolean seen;
    private long bytes;

    private AnswerReader(List<String> path, Set<String> parts, String sought, RecordReader<T> reader, AnswerSize size) {
        this.path = path;
        this.parts = parts;
        this.sought = sought;
        this.reader = reader;
        this.size = size;
    }

    /**
     * Returns a parser of slurmrestd's JSON. v0.0.40 and v0.0.41 send the bare word Infinity for the fair-share level of
     * a user without usage. Each document has its own factory: parsers of one factory would share a cache of member
     * names, which grows with hostile input.
     *
     * @param maxBytes maximum size of the document
     */
    public static JsonParser parser(InputStream document, long maxBytes) throws IOException {
        return new JsonFactoryBuilder()
                .enable(JsonReadFeature.ALLOW_NON_NUMERIC_NUMBERS)
                .disable(JsonFactory.Feature.INTERN_FIELD_NAMES)
                .disable(JsonFactory.Feature.CHARSET_DETECTION)
                .streamReadConstraints(StreamReadConstraints.builder()
                        .maxNestingDepth(MAX_DEPTH)
                        .maxStringLength(MAX_TEXT)
                        .maxNameLength(MAX_NAME)
                        .maxDocumentLength(maxBytes)
                        .build())
                .build()
                .createParser(document);
    }

    /**
     * Returns a reader of a list of many records.
     *
     * @param wanted record members to read
     * @param assembler makes a record from its members
     */
    public static <T> AnswerReader<T> ofList(
            String list, WantedMembers wanted, RecordAssembler<T> assembler, AnswerSize size) {
        return new AnswerReader<>(
                List.of(list), Set.of(), "list \"" + list + "\"", new ListRecords<>(wanted, assembler, size), size);
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

    /**
     * Returns the errors in the part of the response that has been read. A response that only reports an error has no
     * records.
     */
    public List<Answer.SlurmError> errors() {
        return List.copyOf(errors);
    }

    /** Returns the number of bytes that have been read. */
    public long bytes() {
        return bytes;
    }

    /** Reads a complete response. Fails with an IOException only if the stream fails. */
    public Answer<T> read(InputStream body) throws IOException, UndecodableJson {
        Utf8Repair repaired = new Utf8Repair(body);
        size.begin();
        try (JsonParser in = parser(repaired, size.maxBytes())) {
            read(in, repaired);
            if (!seen && gathered.isEmpty() && errors.isEmpty()) {
                throw new UndecodableJson("the response has no " + sought);
            }
            if (!gathered.isEmpty() && reader instanceof TreeRecords<T> whole) {
                whole.add(new JsonTree(gathered));
            }
            return new Answer<>(reader.records(), reader.unreadable(), lastUpdate, release, errors);
        } finally {
            bytes = repaired.bytes();
            size.end();
        }
    }

    private void read(JsonParser in, Utf8Repair body) throws IOException, UndecodableJson {
        try {
            JsonToken first = in.nextToken();
            if (first == null) {
                throw UndecodableJson.cutOff(body.bytes());
            }
            if (first == JsonToken.START_ARRAY) {
                throw new UndecodableJson("the response is a JSON list, not an object");
            }
            if (first != JsonToken.START_OBJECT) {
                throw new UndecodableJson("the response is not a JSON object");
            }
            object(in, 0);
            if (in.nextToken() != null) {
                throw new UndecodableJson("more follows after the end of the response");
            }
        } catch (StreamConstraintsException e) {
            throw UndecodableJson.tooLarge("the response has " + LIMITS + ", or more than " + size.maxBytes()
                    + " bytes, at byte " + body.bytes());
        } catch (JsonEOFException e) {
            throw UndecodableJson.cutOff(body.bytes());
        } catch (JsonProcessingException e) {
            throw UndecodableJson.malformed(in.currentLocation().getByteOffset());
        }
    }

    /**
     * Reads the object that begins at the current token.
     *
     * @param depth number of open members of the path
     */
    private void object(JsonParser in, int depth) throws IOException, UndecodableJson {
        while (in.nextToken() != JsonToken.END_OBJECT) {
            String name = in.currentName();
            JsonToken token = in.nextToken();
            boolean onPath = depth < path.size() && name.equals(path.get(depth));
            if (onPath && depth == path.size() - 1 && token.isStructStart()) {
                records(in);
            } else if (onPath && token == JsonToken.START_OBJECT) {
                object(in, depth + 1);
            } else if (depth > 0) {
                in.skipChildren();
            } else {
                member(in, name, token);
            }
        }
    }

    private void member(JsonParser in, String name, JsonToken token) throws IOException, UndecodableJson {
        if (name.equals("errors") && token == JsonToken.START_ARRAY) {
            errors(in);
        } else if (name.equals("meta")) {
            release = TreeRecords.tree(in, size).at("slurm", "release").name();
        } else if (name.equals("last_update")) {
            lastUpdate = time(TreeRecords.tree(in, size));
        } else if (!parts.contains(name)) {
            in.skipChildren();
        } else if (gathered.replace(name, TreeRecords.tree(in, size).node()) != null) {
            throw new UndecodableJson("the response has \"" + name + "\" twice");
        }
    }

    private void records(JsonParser in) throws IOException, UndecodableJson {
        if (seen) {
            throw new UndecodableJson("the response has " + sought + " twice");
        }
        seen = reader.read(in);
        if (!seen) {
            in.skipChildren();
        }
    }

    private void errors(JsonParser in) throws IOException, UndecodableJson {
        while (in.nextToken() != JsonToken.END_ARRAY) {
            if (in.currentToken() != JsonToken.START_OBJECT) {
                in.skipChildren();
                continue;
            }
            JsonTree tree = TreeRecords.tree(in, size);
            size.addError();
            errors.add(new Answer.SlurmError(
                    (long) tree.at("error_number").signed(),
                    tree.at("error").text(),
                    tree.at("description").text()));
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
