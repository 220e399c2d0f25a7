package dev.sluice.exporter.json;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Reads a few members of a short JSON object in a free-text field. The text of the field can be anything. */
public final class JsonMembers {

    private static final JsonFormat FORMAT = new JsonFormat("a JSON object", 200, 1 << 22, 4_096, false);

    private JsonMembers() {}

    /** Returns the wanted top-level members with text or number values, up to the first syntax error. */
    public static JsonTree read(byte[] text, Set<String> wanted) {
        return read(text, wanted, false);
    }

    /** Returns the texts in a top-level list, up to the first syntax error. */
    public static List<String> texts(byte[] text, String list) {
        return read(text, Set.of(list), true).at(list).texts();
    }

    private static JsonTree read(byte[] text, Set<String> wanted, boolean lists) {
        Map<String, JsonTree> members = new HashMap<>();
        try (JsonParser json = FORMAT.parser(text)) {
            if (json.nextToken() != JsonToken.START_OBJECT) {
                return JsonTree.nothing();
            }
            while (json.nextToken() == JsonToken.FIELD_NAME) {
                String name = json.currentName();
                JsonToken value = json.nextToken();
                if (wanted.contains(name) && value.isScalarValue()) {
                    members.put(name, JsonTreeBuilder.scalar(value, json));
                } else if (lists && wanted.contains(name) && value == JsonToken.START_ARRAY) {
                    List<JsonTree> elements = new ArrayList<>();
                    members.put(name, new JsonTree.Elements(elements));
                    addScalars(json, elements);
                }
                json.skipChildren();
            }
        } catch (IOException e) {
            // Keeps the members before the error.
        }
        return new JsonTree.Members(members);
    }

    private static void addScalars(JsonParser json, List<JsonTree> elements) throws IOException {
        for (JsonToken value = json.nextToken(); value != JsonToken.END_ARRAY; value = json.nextToken()) {
            if (value.isScalarValue()) {
                elements.add(JsonTreeBuilder.scalar(value, json));
            }
            json.skipChildren();
        }
    }
}
