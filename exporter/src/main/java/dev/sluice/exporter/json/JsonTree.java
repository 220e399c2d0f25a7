package dev.sluice.exporter.json;

import dev.sluice.exporter.model.BoundedName;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.OptionalLong;

/** One JSON value. A missing or null value reads as empty; an invalid number is refused. */
public sealed interface JsonTree {

    /** Maximum of a Slurm count. The larger number 1.8446744073709552e19 means unset or unlimited. */
    double MAX_COUNT = 1L << 53;

    /** A value is not the expected number, so the record with this value is unreadable. */
    final class UnreadableValue extends RuntimeException {

        private static final long serialVersionUID = 1;

        UnreadableValue() {
            super("not a valid count", null, false, false);
        }
    }

    /** Members by name. */
    record Members(Map<String, JsonTree> members) implements JsonTree {}

    /** Elements of a list. */
    record Elements(List<JsonTree> list) implements JsonTree {}

    /** A text. */
    record Text(String value) implements JsonTree {}

    /** A number, possibly infinite. */
    record Amount(double value) implements JsonTree {}

    /** True or false. */
    record Flag(boolean value) implements JsonTree {}

    /** Returns the value that stands for a missing or null value. */
    static JsonTree nothing() {
        return new Text("");
    }

    /** Returns the value at a path of members. */
    default JsonTree at(String... path) {
        JsonTree here = this;
        for (String name : path) {
            here = here instanceof Members object ? object.members().getOrDefault(name, nothing()) : nothing();
        }
        return here;
    }

    /** Returns the text; empty for other values. */
    default String text() {
        return this instanceof Text text ? text.value() : "";
    }

    /** Returns the text as a name of limited length. */
    default String name() {
        return BoundedName.of(text());
    }

    default boolean flag() {
        return this instanceof Flag flag && flag.value();
    }

    default List<JsonTree> elements() {
        return this instanceof Elements elements ? elements.list() : List.of();
    }

    default List<String> texts() {
        return elements().stream()
                .map(JsonTree::text)
                .filter(text -> !text.isEmpty())
                .toList();
    }

    /** Returns the number, plain or wrapped; empty if missing, unset or unlimited. */
    default OptionalDouble number() {
        if (this instanceof Amount number) {
            if (Double.isNaN(number.value()) || number.value() < 0) {
                throw new UnreadableValue();
            }
            return number.value() <= MAX_COUNT ? OptionalDouble.of(number.value()) : OptionalDouble.empty();
        }
        if (this instanceof Members) {
            return at("set").flag() && !at("infinite").flag() ? at("number").number() : OptionalDouble.empty();
        }
        if (this instanceof Text && text().isEmpty()) {
            return OptionalDouble.empty();
        }
        throw new UnreadableValue();
    }

    /** Returns the number as a count: refuses a number with a fraction. Empty without a number. */
    default OptionalLong amount() {
        OptionalDouble number = number();
        if (number.isPresent() && number.getAsDouble() != Math.rint(number.getAsDouble())) {
            throw new UnreadableValue();
        }
        return number.isPresent() ? OptionalLong.of((long) number.getAsDouble()) : OptionalLong.empty();
    }

    /** Returns the required whole number. */
    default long count() {
        return amount().orElseThrow(UnreadableValue::new);
    }

    /** Returns a plain number of either sign; 0 for other values. */
    default double signed() {
        return this instanceof Amount number ? number.value() : 0;
    }

    /** Returns true for every form in which slurmrestd writes "unlimited". */
    default boolean infinite() {
        if (this instanceof Amount number) {
            return number.value() > MAX_COUNT;
        }
        return this instanceof Members && (at("infinite").flag() || at("number").infinite());
    }
}
