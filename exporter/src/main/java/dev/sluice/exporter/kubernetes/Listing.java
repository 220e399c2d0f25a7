package dev.sluice.exporter.kubernetes;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.JsonNode;
import dev.sluice.exporter.json.JsonTree;
import dev.sluice.exporter.model.FailureKind;
import dev.sluice.exporter.model.kubernetes.ObjectName;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;

/** A list of objects in pages. Each object is mapped when it arrives. The list is valid after its last page. */
final class Listing<T> {

    private static final int MAX_PAGES = 2_000;

    private final KubeObject.Reader<T> reader;
    private final int maxObjects;
    private final Map<ObjectName, T> records = new TreeMap<>();
    private String version = "";
    private int unreadable;
    private long bytes;

    /**
     * @param maxObjects maximum number of records; more records are a failure
     */
    Listing(KubeObject.Reader<T> reader, int maxObjects) {
        this.reader = reader;
        this.maxObjects = maxObjects;
    }

    void read(KubernetesApi api, Resource resource, Map<String, String> selector, WatchTuning tuning)
            throws IOException {
        String next = "";
        for (int page = 0; page == 0 || !next.isEmpty(); page++) {
            if (page >= MAX_PAGES) {
                throw new ApiFailure(FailureKind.TOO_LARGE, "the list has more than " + MAX_PAGES + " pages");
            }
            Map<String, String> query = new LinkedHashMap<>(selector);
            query.put("limit", Integer.toString(tuning.pageSize()));
            query.put("continue", next);
            try (BodyStream body = api.get("list", resource, query, tuning.deadline(), tuning.deadline());
                    JsonParser in = KubernetesApi.JSON.createParser(body)) {
                next = page(in, body::beginObject);
                bytes += body.bytes();
            }
        }
    }

    /**
     * Reads a page. Returns the token of the next page; empty for the last page.
     *
     * @param object runs before each object
     */
    String page(JsonParser in, Runnable object) throws IOException {
        KubeObject metadata = KubeObject.of(KubernetesApi.JSON.createObjectNode());
        require(in.nextToken() == JsonToken.START_OBJECT);
        while (in.nextToken() == JsonToken.FIELD_NAME) {
            String member = in.currentName();
            JsonToken value = in.nextToken();
            if (member.equals("metadata")) {
                metadata = KubeObject.of(in.<JsonNode>readValueAsTree());
            } else if (member.equals("items") && value != JsonToken.VALUE_NULL) {
                require(value == JsonToken.START_ARRAY);
                while (in.nextToken() != JsonToken.END_ARRAY) {
                    require(in.currentToken() == JsonToken.START_OBJECT);
                    object.run();
                    add(KubeObject.of(in.<JsonNode>readValueAsTree()));
                }
            } else {
                in.skipChildren();
            }
        }
        String read = metadata.exact("resourceVersion");
        String next = metadata.exact("continue");
        if (read.isEmpty()) {
            throw new ApiFailure(FailureKind.UNDECODABLE, "the response is not a list: it has no resource version");
        }
        // A watch from the version of the first page loses nothing.
        version = version.isEmpty() ? read : version;
        return next;
    }

    private static void require(boolean expected) throws ApiFailure {
        if (!expected) {
            throw ApiFailure.notJson();
        }
    }

    private void add(KubeObject object) throws ApiFailure {
        try {
            ObjectName name = object.name();
            reader.read(name, object).ifPresent(record -> records.put(name, record));
        } catch (JsonTree.UnreadableValue e) {
            unreadable++;
        }
        checkCount(records.size(), maxObjects);
    }

    static void checkCount(int objects, int maxObjects) throws ApiFailure {
        if (objects > maxObjects) {
            throw new ApiFailure(
                    FailureKind.TOO_LARGE,
                    "more than " + maxObjects + " objects: raise kubernetes.maxObjects and the exporter's memory");
        }
    }

    Map<ObjectName, T> records() {
        return records;
    }

    /** Returns the version of the data. A watch continues from this version. */
    String version() {
        return version;
    }

    /** Returns the number of objects without a valid name, or with a value of a wrong type. */
    int unreadable() {
        return unreadable;
    }

    long bytes() {
        return bytes;
    }
}
