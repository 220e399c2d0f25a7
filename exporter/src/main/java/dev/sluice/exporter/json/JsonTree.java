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
import java.util.function.Function;

/**
 * One JSON value, and the values below it by the path of their members. A missing or null value reads as empty, false
 * or 0; a value of another type than the expected type is refused.
 *
 * @param interner values that the records of the response share
 */
public record JsonTree(JsonNode node, Interner interner) {

    /** Maximum of a Slurm count. The larger number 1.8446744073709552e19 means unset or unlimited. */
    public static final double MAX_COUNT = 1L << 53;

    private static final JsonMapper MAPPER = new JsonMapper();

    /** Maximum length of a free text that contains an object; more than the comment of a job with 200 pods. */
    private static final int MAX_TEXT = 1 << 14;

    /** A value is missing, or has another type than the expected type. The record with this value is unreadable. */
    public static final class UnreadableValue extends RuntimeException {

        private static final long serialVersionUID = 1;

        public UnreadableValue() {
            super("a value is missing or of another type", null, false, false);
        }
    }

    public JsonTree(JsonNode node) {
        this(node, new Interner());
    }

    /** Reads an object in a free-text field; empty for a text that is not JSON, or that is too long. */
    public static JsonTree ofText(String text) {
        try {
            JsonNode tree = text.length() > MAX_TEXT ? MissingNode.getInstance() : MAPPER.readTree(text);
            return new JsonTree(tree.isObject() ? tree : MissingNode.getInstance());
        } catch (IOException e) {
            return new JsonTree(MissingNode.getInstance());
        }
    }

    public JsonTree at(String... path) {
        return new JsonTree(find(path), interner);
    }

    private JsonNode find(String... path) {
        JsonNode here = node;
        for (String name : path) {
            here = ofType(here, here.isObject()).path(name);
        }
        return here;
    }

    private static boolean absent(JsonNode value) {
        return value.isMissingNode() || value.isNull();
    }

    /** Refuses a present value of another type. */
    private static JsonNode ofType(JsonNode value, boolean matches) {
        if (!matches && !absent(value)) {
            throw new UnreadableValue();
        }
        return value;
    }

    /** Returns the text, or the last text of a list. */
    public String text(String... path) {
        JsonNode value = find(path);
        if (value.isTextual()) {
            return OutsideText.printable(value.textValue());
        }
        List<String> all = texts(path);
        return all.isEmpty() ? "" : all.get(all.size() - 1);
    }

    /** Returns a text that many records of the response have. */
    public String sharedText(String... path) {
        return shared(text(path));
    }

    /** Returns the text as a name of limited length. */
    public String name(String... path) {
        return shared(BoundedName.of(text(path)));
    }

    /** Returns the name, without which the record is unreadable. */
    public String identity(String... path) {
        String name = name(path);
        if (name.isEmpty()) {
            throw new UnreadableValue();
        }
        return name;
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
    public List<String> texts(String... path) {
        JsonNode value = find(path);
        List<String> texts = new ArrayList<>();
        for (JsonNode element : value.isTextual() ? List.of(value) : ofType(value, value.isArray())) {
            if (!element.isTextual() && !element.isNull()) {
                throw new UnreadableValue();
            }
            if (element.isTextual() && !element.textValue().isEmpty()) {
                texts.add(OutsideText.printable(element.textValue()));
            }
        }
        return texts;
    }

    /** Returns the texts as names of limited length. */
    public List<String> names(String... path) {
        List<String> names = texts(path);
        names.replaceAll(name -> shared(BoundedName.of(name)));
        return List.copyOf(names);
    }

    public List<JsonTree> elements(String... path) {
        List<JsonTree> elements = new ArrayList<>();
        JsonNode list = find(path);
        ofType(list, list.isArray()).forEach(element -> elements.add(new JsonTree(element, interner)));
        return elements;
    }

    public boolean flag(String... path) {
        JsonNode value = find(path);
        return ofType(value, value.isBoolean()).booleanValue();
    }

    /**
     * Returns the number; empty if missing, unset or unlimited. The number is plain, or an object such as
     * <code>{"set": true, "infinite": false, "number": 5}</code>.
     */
    public OptionalDouble number(String... path) {
        JsonNode value = find(path);
        if (value.isNumber()) {
            if (!(value.doubleValue() >= 0)) {
                throw new UnreadableValue();
            }
            return value.doubleValue() <= MAX_COUNT ? OptionalDouble.of(value.doubleValue()) : OptionalDouble.empty();
        }
        if (absent(value)) {
            return OptionalDouble.empty();
        }
        JsonNode set = value.path("set");
        JsonNode infinite = value.path("infinite");
        if (!set.isBoolean() && !infinite.isBoolean()) {
            throw new UnreadableValue();
        }
        JsonTree object = new JsonTree(value, interner);
        OptionalDouble number = object.number("number");
        return object.flag("set") && !object.flag("infinite") ? number : OptionalDouble.empty();
    }

    /** Returns the number without its fraction; 0 without a number. */
    public long whole(String... path) {
        return wholeOr(0, path);
    }

    public long wholeOr(long missing, String... path) {
        OptionalDouble number = number(path);
        return number.isPresent() ? (long) number.getAsDouble() : missing;
    }

    /** Returns the number as a count: refuses a number with a fraction. Empty without a number. */
    public OptionalLong amount(String... path) {
        OptionalDouble number = number(path);
        if (number.isPresent() && number.getAsDouble() != Math.rint(number.getAsDouble())) {
            throw new UnreadableValue();
        }
        return number.isPresent() ? OptionalLong.of((long) number.getAsDouble()) : OptionalLong.empty();
    }

    public long count(String... path) {
        return amount(path).orElseThrow(UnreadableValue::new);
    }

    /** Returns a plain number of either sign; empty for other values. */
    public OptionalDouble signed(String... path) {
        JsonNode value = find(path);
        return value.isNumber() ? OptionalDouble.of(value.doubleValue()) : OptionalDouble.empty();
    }

    /** Returns true for every form in which slurmrestd writes "unlimited". */
    public boolean infinite(String... path) {
        JsonNode value = find(path);
        return value.doubleValue() > MAX_COUNT
                || value.path("infinite").booleanValue()
                || value.path("number").doubleValue() > MAX_COUNT;
    }

    /** Returns the first equal value of the response. */
    public <T> T shared(T value) {
        return interner.made("shared", value, Function.identity());
    }

    /**
     * Returns the value that a function makes, once per response, from an immutable value.
     *
     * @param kind name of the function
     */
    public <K, V> V made(String kind, K from, Function<K, V> function) {
        return interner.made(kind, from, function);
    }
}
