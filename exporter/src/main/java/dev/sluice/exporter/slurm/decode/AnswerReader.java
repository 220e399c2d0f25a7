package dev.sluice.exporter.slurm.decode;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.exc.StreamConstraintsException;
import com.fasterxml.jackson.core.io.JsonEOFException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.sluice.exporter.json.Interner;
import dev.sluice.exporter.json.JsonLimits;
import dev.sluice.exporter.json.JsonTree;
import dev.sluice.exporter.model.BoundedName;
import dev.sluice.exporter.poll.FetchFailure;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;

/**
 * Decodes one response of slurmrestd while its bytes arrive. Reads the records, and the errors, the release and the
 * time that every response has. Holds one record of the response as a tree, so that memory grows only with the kept
 * records.
 *
 * <p>Skips unknown members, because a newer Slurm may send new members. Fails if the JSON is incomplete or does not
 * contain the records exactly once, because values could be wrong. Omits and counts unreadable records.
 */
public final class AnswerReader<T> {

    /** Maximum number of errors in a response; slurmrestd sends one or two errors. */
    private static final int MAX_ERRORS = 100;

    /** Maximum size of a response, without records and per record; ten times the size that slurmrestd sends. */
    private static final long MAX_BYTES = 1 << 28;

    private static final long MAX_BYTES_OF_RECORD = 1 << 17;

    /** Estimated memory of a value in a tree, and of a record without its texts and shared values. */
    private static final int VALUE_BYTES = 100;

    private static final int RECORD_BYTES = 250;

    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

    /** A record keeps less than a tenth of the tree from which the record is made. */
    private static final int KEPT_OF_TREE = 10;

    /** Number of records in which the record of the same name in the previous response is searched. */
    private static final int MAX_REMOVED = 10_000;

    private final RecordList<T> list;
    private final List<T> before;
    private final int maxRecords;
    private final ReadMemory memory;
    private final Interner interner = new Interner();

    private final List<T> records = new ArrayList<>();
    private final List<SlurmError> errors = new ArrayList<>();
    private final ObjectNode rootMembers = NODES.objectNode();
    /** Position of the next record in the previous response: slurmctld keeps the order of its records. */
    private int next;

    /**
     * Number of comparisons with the previous response that are left, so that a list of other records costs no time.
     */
    private int comparisons = 5_000_000;

    private int count;
    private int unreadable;
    private long lastUpdate;
    private String release = "";
    private boolean seen;
    private long bytes;

    /**
     * Creates a reader of one response.
     *
     * @param before records of the previous response, which share their memory with equal records of this response
     */
    public AnswerReader(RecordList<T> list, List<T> before, int maxRecords, ReadMemory memory) {
        this.list = list;
        this.before = before;
        this.maxRecords = maxRecords;
        this.memory = memory;
    }

    public List<T> records() {
        return Collections.unmodifiableList(records);
    }

    /** Returns the number of unreadable records, which were omitted. */
    public int unreadable() {
        return unreadable;
    }

    /** Returns the time of slurmctld's last change to such records, in seconds since the epoch; 0 if unknown. */
    public long lastUpdate() {
        return lastUpdate;
    }

    /** Returns the Slurm release, such as {@code 26.05.5}; empty if unknown. */
    public String release() {
        return release;
    }

    /**
     * Returns the errors in the part of the response that has been read. A response with HTTP status 200 can also
     * contain errors. A response that only reports an error has no records.
     */
    public List<SlurmError> errors() {
        return List.copyOf(errors);
    }

    public long bytes() {
        return bytes;
    }

    /** Reads a complete response. Fails with {@link FetchFailure} if the response itself is unusable. */
    public void read(InputStream body) throws IOException {
        long maxBytes = MAX_BYTES + maxRecords * MAX_BYTES_OF_RECORD;
        try (ReadMemory.Response response = memory.begin();
                JsonParser in = JsonLimits.parser(new Counted(body), maxBytes)) {
            try {
                new Document(in, response).read();
            } catch (StreamConstraintsException e) {
                throw FetchFailure.tooLarge("the response has " + JsonLimits.TEXT + ", or more than " + maxBytes
                        + " bytes, at byte " + bytes);
            } catch (JsonEOFException e) {
                throw FetchFailure.undecodable("the response ends at byte " + bytes + ", in the middle of its JSON");
            } catch (JsonProcessingException e) {
                throw FetchFailure.undecodable("the response is not the JSON that slurmrestd sends, from character "
                        + in.currentLocation().getCharOffset() + " on");
            }
            if (!seen && errors.isEmpty()) {
                throw FetchFailure.undecodable("the response has no " + list);
            }
        }
    }

    /** Counts the bytes of the response. */
    private final class Counted extends FilterInputStream {

        Counted(InputStream body) {
            super(body);
        }

        @Override
        public int read(byte[] into, int offset, int length) throws IOException {
            int read = super.read(into, offset, length);
            bytes += Math.max(0, read);
            return read;
        }
    }

    /** The document at its current token. */
    private final class Document {

        private final JsonParser in;
        private final ReadMemory.Response response;

        private long treeBytes;

        Document(JsonParser in, ReadMemory.Response response) {
            this.in = in;
            this.response = response;
        }

        void read() throws IOException {
            JsonToken first = in.nextToken();
            if (first == null) {
                throw new JsonEOFException(in, JsonToken.NOT_AVAILABLE, "empty");
            }
            if (first == JsonToken.START_ARRAY) {
                throw FetchFailure.undecodable("the response is a JSON list, not an object");
            }
            if (first != JsonToken.START_OBJECT) {
                throw FetchFailure.undecodable("the response is not a JSON object");
            }
            object(0);
            if (in.nextToken() != null) {
                throw FetchFailure.undecodable("more follows after the end of the response");
            }
            if (!rootMembers.isEmpty()) {
                seen = true;
                add(new JsonTree(rootMembers, interner));
            }
        }

        /** @param depth number of open members of the path */
        private void object(int depth) throws IOException {
            List<String> path = list.path();
            while (in.nextToken() != JsonToken.END_OBJECT) {
                String name = in.currentName();
                JsonToken token = in.nextToken();
                boolean onPath = depth < path.size() && name.equals(path.get(depth));
                if (onPath && depth == path.size() - 1 && token.isStructStart()) {
                    records(token);
                } else if (onPath && token == JsonToken.START_OBJECT) {
                    object(depth + 1);
                } else if (depth > 0) {
                    in.skipChildren();
                } else {
                    member(name, token);
                }
            }
        }

        private void member(String name, JsonToken token) throws IOException {
            if (name.equals("errors") && token == JsonToken.START_ARRAY) {
                while (in.nextToken() != JsonToken.END_ARRAY) {
                    error(tree());
                }
            } else if (name.equals("meta")) {
                release = BoundedName.of(tree().textIfPresent("slurm", "release"));
            } else if (name.equals("last_update")) {
                lastUpdate = time(tree());
            } else if (list.path().isEmpty() && list.members().contains(name)) {
                put(rootMembers, name);
            } else {
                in.skipChildren();
            }
        }

        private void records(JsonToken token) throws IOException {
            if (seen) {
                throw FetchFailure.undecodable("the response has " + list + " twice");
            }
            boolean single = token == JsonToken.START_OBJECT;
            if (single && list.order().isPresent()) {
                in.skipChildren();
                return;
            }
            seen = true;
            if (single) {
                JsonTree tree = record();
                // slurmrestd sends an empty object with an error.
                if (!tree.node().isEmpty()) {
                    add(tree);
                }
                return;
            }
            while (in.nextToken() != JsonToken.END_ARRAY) {
                add(record());
            }
            list.order().ifPresent(AnswerReader.this::dropRepeated);
        }

        private JsonTree record() throws IOException {
            Set<String> members = list.members();
            if (members.isEmpty() || in.currentToken() != JsonToken.START_OBJECT) {
                return tree();
            }
            ObjectNode record = NODES.objectNode();
            while (in.nextToken() != JsonToken.END_OBJECT) {
                String name = in.currentName();
                in.nextToken();
                if (members.contains(name)) {
                    put(record, name);
                } else {
                    in.skipChildren();
                }
            }
            return new JsonTree(record, interner);
        }

        private void put(ObjectNode object, String name) throws IOException {
            if (object.replace(name, value()) != null) {
                throw FetchFailure.undecodable("a record has the member \"" + name + "\" twice");
            }
        }

        private JsonTree tree() throws IOException {
            return new JsonTree(value(), interner);
        }

        /** Reads the value at the current token. Jackson's own reader of trees costs more for such small trees. */
        private JsonNode value() throws IOException {
            JsonToken token = in.currentToken();
            long more = VALUE_BYTES + (token == JsonToken.VALUE_STRING ? in.getTextLength() : 0L);
            treeBytes += more;
            response.take(more);
            return switch (token) {
                case START_OBJECT -> {
                    // Most objects are numbers of three members.
                    ObjectNode object = new ObjectNode(NODES, new HashMap<>(4));
                    while (in.nextToken() != JsonToken.END_OBJECT) {
                        String name = in.currentName();
                        treeBytes += name.length();
                        response.take(name.length());
                        in.nextToken();
                        object.set(name, value());
                    }
                    yield object;
                }
                case START_ARRAY -> {
                    ArrayNode array = NODES.arrayNode();
                    while (in.nextToken() != JsonToken.END_ARRAY) {
                        array.add(value());
                    }
                    yield array;
                }
                case VALUE_STRING -> NODES.textNode(in.getText());
                case VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT -> NODES.numberNode(in.getDoubleValue());
                case VALUE_TRUE, VALUE_FALSE -> NODES.booleanNode(in.getBooleanValue());
                default -> NODES.nullNode();
            };
        }

        private void add(JsonTree tree) throws FetchFailure {
            count++;
            if (count > maxRecords) {
                throw FetchFailure.tooLarge("the response has more than " + maxRecords
                        + " records; slurm.maxRecords allows more, where the exporter has the memory");
            }
            list.read(tree).ifPresentOrElse(record -> records.add(sharing(record)), () -> unreadable++);
            long kept = interner.newBytes() + (list.order().isPresent() ? 0 : treeBytes / KEPT_OF_TREE);
            response.take(RECORD_BYTES + kept - treeBytes);
            treeBytes = 0;
        }

        private void error(JsonTree tree) throws FetchFailure {
            if (errors.size() == MAX_ERRORS) {
                throw FetchFailure.tooLarge("the response has more than " + MAX_ERRORS + " errors");
            }
            if (tree.node().isObject()) {
                errors.add(SlurmError.of(tree));
            }
        }
    }

    private T sharing(T record) {
        for (int i = next; i < before.size() && i < next + MAX_REMOVED && comparisons > 0; i++) {
            comparisons--;
            if (list.sameName(before.get(i), record)) {
                next = i + 1;
                return list.sharing().apply(before.get(i), record);
            }
        }
        return record;
    }

    /** Keeps the first of the records with the same name. A set of all names would need more memory than sorting. */
    private void dropRepeated(Comparator<T> order) {
        List<T> sorted = new ArrayList<>(records);
        sorted.sort(order);
        Set<T> repeated = Collections.newSetFromMap(new IdentityHashMap<>());
        for (int i = 1; i < sorted.size(); i++) {
            if (order.compare(sorted.get(i - 1), sorted.get(i)) == 0) {
                repeated.add(sorted.get(i));
            }
        }
        unreadable += repeated.size();
        if (!repeated.isEmpty()) {
            records.removeIf(repeated::contains);
        }
    }

    private static long time(JsonTree tree) {
        try {
            return tree.whole();
        } catch (JsonTree.UnreadableValue e) {
            return 0;
        }
    }
}
