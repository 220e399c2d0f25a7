package dev.sluice.exporter.json;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;

/** Reads a few members of a short JSON object in a free-text field. The text of the field can be anything. */
public final class JsonMembers {

    private static final JsonFormat FORMAT = new JsonFormat("a JSON object", 200, 1 << 22, 4_096, false);

    private JsonMembers() {}

    /** Returns the wanted top-level members with text or number values, up to the first syntax error. */
    public static JsonTree read(byte[] text, Set<String> wanted) {
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
                }
                json.skipChildren();
            }
        } catch (IOException e) {
            // Keeps the members before the error.
        }
        return new JsonTree.Members(members);
    }
}
