package dev.sluice.exporter.json;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.MissingNode;
import dev.sluice.common.log.OutsideText;
import dev.sluice.exporter.model.BoundedName;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import java.util.OptionalLong;

/**
 * One JSON value. A missing or null value reads as empty; a value of another type than the expected type is refused.
 *
 * @param node the value
 */
public record JsonTree(JsonNode node) {

    /** Maximum of a Slurm count. The larger number 1.8446744073709552e19 means unset or unlimited. */
    public static final double MAX_COUNT = 1L << 53;

    private static final JsonMapper MAPPER = new JsonMapper();

    /** Maximum length of a free text that contains an object; more than the comment of a job with 200 pods. */
    private static final int MAX_TEXT = 1 << 14;

    /** A value has another type than the expected type, so the record with this value is unreadable. */
    public static final class UnreadableValue extends RuntimeException {

        private static final long serialVersionUID = 1;

        UnreadableValue() {
            super("a value of another type", null, false, false);
        }
    }

    /** Reads an object in a free-text field; empty for a text that is not JSON, or that is too long. */
    public static JsonTree ofText(byte[] text) {
        try {
            JsonNode tree = text.length > MAX_TEXT ? MissingNode.getInstance() : MAPPER.readTree(text);
            return new JsonTree(tree.isObject() ? tree : MissingNode.getInstance());
        } catch (IOException e) {
            return new JsonTree(MissingNode.getInstance());
        }
    }

    /** Returns the value at a path of members. */
    public JsonTree at(String... path) {
        JsonNode here = node;
        for (String name : path) {
            if (!here.isObject() && !absent(here)) {
                throw new UnreadableValue();
            }
            here = here.path(name);
        }
        return new JsonTree(here);
    }

    private static boolean absent(JsonNode value) {
        return value.isMissingNode() || value.isNull();
    }

    /** Returns the text, or the last text of a list. */
    public String text() {
        if (node.isTextual()) {
            return OutsideText.printable(node.textValue());
        }
        List<String> all = texts();
        return all.isEmpty() ? "" : all.get(all.size() - 1);
    }

    /** Returns the text as a name of limited length. */
    public String name() {
        return BoundedName.of(text());
    }

    /** Returns the text at a path of members; empty for any other value. */
    public String textIfPresent(String... path) {
        JsonNode here = node;
        for (String name : path) {
            here = here.path(name);
        }
        return here.isTextual() ? OutsideText.printable(here.textValue()) : "";
    }

    /** Returns the texts of a list, or a single text, without empty texts. */
    public List<String> texts() {
        List<String> texts = new ArrayList<>();
        for (JsonNode element : node.isTextual() ? List.of(node) : elementsOf(node)) {
            if (!element.isTextual() && !element.isNull()) {
                throw new UnreadableValue();
            }
            if (element.isTextual() && !element.textValue().isEmpty()) {
                texts.add(OutsideText.printable(element.textValue()));
            }
        }
        return texts;
    }

    private static Iterable<JsonNode> elementsOf(JsonNode list) {
        if (!list.isArray() && !absent(list)) {
            throw new UnreadableValue();
        }
        return list;
    }

    public List<JsonTree> elements() {
        List<JsonTree> elements = new ArrayList<>();
        elementsOf(node).forEach(element -> elements.add(new JsonTree(element)));
        return elements;
    }

    public boolean flag() {
        if (!node.isBoolean() && !absent(node)) {
            throw new UnreadableValue();
        }
        return node.booleanValue();
    }

    /**
     * Returns the number; empty if missing, unset or unlimited. The number is plain, or an object such as
     * <code>{"set": true, "infinite": false, "number": 5}</code>.
     */
    public OptionalDouble number() {
        if (node.isNumber()) {
            double value = node.doubleValue();
            if (!(value >= 0)) {
                throw new UnreadableValue();
            }
            return value <= MAX_COUNT ? OptionalDouble.of(value) : OptionalDouble.empty();
        }
        if (node.isObject()) {
            JsonNode set = node.path("set");
            JsonNode infinite = node.path("infinite");
            if (!set.isBoolean() && !infinite.isBoolean()) {
                throw new UnreadableValue();
            }
            OptionalDouble number = new JsonTree(node.path("number")).number();
            return new JsonTree(set).flag() && !new JsonTree(infinite).flag() ? number : OptionalDouble.empty();
        }
        if (absent(node)) {
            return OptionalDouble.empty();
        }
        throw new UnreadableValue();
    }

    /** Returns the number without its fraction. */
    public long whole(long missing) {
        OptionalDouble number = number();
        return number.isPresent() ? (long) number.getAsDouble() : missing;
    }

    /** Returns the number as a count: refuses a number with a fraction. Empty without a number. */
    public OptionalLong amount() {
        OptionalDouble number = number();
        if (number.isPresent() && number.getAsDouble() != Math.rint(number.getAsDouble())) {
            throw new UnreadableValue();
        }
        return number.isPresent() ? OptionalLong.of((long) number.getAsDouble()) : OptionalLong.empty();
    }

    /** Returns the required whole number. */
    public long count() {
        return amount().orElseThrow(UnreadableValue::new);
    }

    public boolean isNumber() {
        return node.isNumber();
    }

    /** Returns a plain number of either sign; 0 for other values. */
    public double signed() {
        return node.isNumber() ? node.doubleValue() : 0;
    }

    /** Returns true for every form in which slurmrestd writes "unlimited". */
    public boolean infinite() {
        if (node.isNumber()) {
            return node.doubleValue() > MAX_COUNT;
        }
        return node.isObject()
                && (node.path("infinite").booleanValue() || node.path("number").doubleValue() > MAX_COUNT);
    }
}
