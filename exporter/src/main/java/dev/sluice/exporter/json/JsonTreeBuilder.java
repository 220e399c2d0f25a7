package dev.sluice.exporter.json;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import dev.sluice.common.log.OutsideText;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Builds a {@link JsonTree} from the tokens of one value. */
public final class JsonTreeBuilder {

    private final Deque<Open> open = new ArrayDeque<>();
    private final JsonMemory memory;

    /** Creates a builder for any number of values, one after another. */
    public JsonTreeBuilder(JsonMemory memory) {
        this.memory = memory;
    }

    private static final class Open {
        final boolean object;
        final Map<String, JsonTree> members = new HashMap<>();
        final List<JsonTree> list = new ArrayList<>();
        String name = "";

        Open(boolean object) {
            this.object = object;
        }

        void add(JsonTree value) {
            if (object) {
                members.put(name, value);
            } else {
                list.add(value);
            }
        }

        JsonTree end() {
            return object ? new JsonTree.Members(members) : new JsonTree.Elements(list);
        }
    }

    /** Takes the parser's current token. Returns the value if this token is the last token of the value. */
    public Optional<JsonTree> accept(JsonToken token, JsonParser parser) throws IOException, UndecodableJson {
        memory.value(token == JsonToken.VALUE_STRING || token == JsonToken.FIELD_NAME ? parser.getTextLength() : 0);
        switch (token) {
            case START_OBJECT -> open.push(new Open(true));
            case START_ARRAY -> open.push(new Open(false));
            case FIELD_NAME -> open.element().name = OutsideText.printable(parser.currentName());
            case END_OBJECT, END_ARRAY -> {
                return value(open.pop().end());
            }
            default -> {
                return value(scalar(token, parser));
            }
        }
        return Optional.empty();
    }

    private Optional<JsonTree> value(JsonTree value) {
        if (open.isEmpty()) {
            return Optional.of(value);
        }
        open.element().add(value);
        return Optional.empty();
    }

    static JsonTree scalar(JsonToken token, JsonParser parser) throws IOException {
        return switch (token) {
            case VALUE_STRING -> new JsonTree.Text(OutsideText.printable(parser.getText()));
            case VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT -> new JsonTree.Amount(parser.getDoubleValue());
            case VALUE_TRUE -> new JsonTree.Flag(true);
            case VALUE_FALSE -> new JsonTree.Flag(false);
            default -> JsonTree.nothing();
        };
    }
}
