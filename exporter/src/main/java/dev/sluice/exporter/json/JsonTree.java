package dev.sluice.exporter.json;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.MissingNode;
import dev.sluice.common.log.OutsideText;
import dev.sluice.exporter.model.BoundedName;
import java.io.IOException;
import java.util.List;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.stream.StreamSupport;

/**
 * One JSON value. A missing or null value reads as empty; an invalid number is refused.
 *
 * @param node the value
 */
public record JsonTree(JsonNode node) {

    /** Maximum of a Slurm count. The larger number 1.8446744073709552e19 means unset or unlimited. */
    public static final double MAX_COUNT = 1L << 53;

    private static final JsonMapper MAPPER = new JsonMapper();

    /** Maximum length of a free text that contains an object; more than the comment of a job with 200 pods. */
    private static final int MAX_TEXT = 1 << 14;

    /** A value is not the expected number, so the record with this value is unreadable. */
    public static final class UnreadableValue extends RuntimeException {

        private static final long serialVersionUID = 1;

        UnreadableValue() {
            super("not a valid count", null, false, false);
        }
    }

    /** Reads the value at the parser's current token. */
    public static JsonTree read(JsonParser parser) throws IOException {
        return new JsonTree(MAPPER.readTree(parser));
    }

    /** Reads an object in a free-text field; empty for a text that is not JSON, or that is too long. */
    public static JsonTree ofText(byte[] text) {
        try {
            return new JsonTree(text.length > MAX_TEXT ? MissingNode.getInstance() : MAPPER.readTree(text));
        } catch (IOException e) {
            return new JsonTree(MissingNode.getInstance());
        }
    }

    /** Returns the value at a path of members. */
    public JsonTree at(String... path) {
        JsonNode here = node;
        for (String name : path) {
            here = here.path(name);
        }
        return new JsonTree(here);
    }

    /** Returns the text; empty for other values. */
    public String text() {
        return node.isTextual() ? OutsideText.printable(node.textValue()) : "";
    }

    /** Returns the text as a name of limited length. */
    public String name() {
        return BoundedName.of(text());
    }

    public boolean flag() {
        return node.isBoolean() && node.booleanValue();
    }

    public List<JsonTree> elements() {
        return node.isArray()
                ? StreamSupport.stream(node.spliterator(), false)
                        .map(JsonTree::new)
                        .toList()
                : List.of();
    }

    public List<String> texts() {
        return elements().stream()
                .map(JsonTree::text)
                .filter(text -> !text.isEmpty())
                .toList();
    }

    /** Returns the number, plain or wrapped; empty if missing, unset or unlimited. */
    public OptionalDouble number() {
        if (node.isNumber()) {
            double value = node.doubleValue();
            if (Double.isNaN(value) || value < 0) {
                throw new UnreadableValue();
            }
            return value <= MAX_COUNT ? OptionalDouble.of(value) : OptionalDouble.empty();
        }
        if (node.isObject()) {
            return at("set").flag() && !at("infinite").flag() ? at("number").number() : OptionalDouble.empty();
        }
        if (node.isMissingNode() || node.isNull() || (node.isTextual() && text().isEmpty())) {
            return OptionalDouble.empty();
        }
        throw new UnreadableValue();
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
        return node.isObject() && (at("infinite").flag() || at("number").infinite());
    }
}
