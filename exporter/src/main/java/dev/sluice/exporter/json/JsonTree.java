package dev.sluice.exporter.json;

import dev.sluice.exporter.model.BoundedName;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.OptionalLong;

/** One JSON value. What is missing or null reads as nothing; a number that is none is refused. */
public sealed interface JsonTree {

    /** Slurm counts nothing beyond this: unset and unlimited come as 1.8446744073709552e19, too. */
    double MAX_COUNT = 1L << 53;

    /** A value is not the number that it should be: its record cannot be read. */
    final class UnreadableValue extends RuntimeException {

        private static final long serialVersionUID = 1;

        UnreadableValue() {
            super("not a number that counts something", null, false, false);
        }
    }

    /** Members by name. */
    record Members(Map<String, JsonTree> members) implements JsonTree {}

    /** Elements of a list. */
    record Elements(List<JsonTree> list) implements JsonTree {}

    /** A text. */
    record Text(String value) implements JsonTree {}

    /** A number; infinite where the answer says Infinity. */
    record Amount(double value) implements JsonTree {}

    /** True or false. */
    record Flag(boolean value) implements JsonTree {}

    /** What stands for a value that is missing or null. */
    static JsonTree nothing() {
        return new Text("");
    }

    /** The member of a member, and so on. */
    default JsonTree at(String... path) {
        JsonTree here = this;
        for (String name : path) {
            here = here instanceof Members object ? object.members().getOrDefault(name, nothing()) : nothing();
        }
        return here;
    }

    /** The text; empty where it is none. */
    default String text() {
        return this instanceof Text text ? text.value() : "";
    }

    /** The text as a name: bounded in length. */
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

    /** The number, plain or wrapped; empty where it is missing, unset or unlimited. */
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

    /** Likewise, of what comes in whole numbers: of a fraction nobody knows what it counts. */
    default OptionalLong amount() {
        OptionalDouble number = number();
        if (number.isPresent() && number.getAsDouble() != Math.rint(number.getAsDouble())) {
            throw new UnreadableValue();
        }
        return number.isPresent() ? OptionalLong.of((long) number.getAsDouble()) : OptionalLong.empty();
    }

    /** Likewise, of what every record has. */
    default long count() {
        return amount().orElseThrow(UnreadableValue::new);
    }

    /** A plain number of either sign; 0 where it is none. */
    default double signed() {
        return this instanceof Amount number ? number.value() : 0;
    }

    /** Whether it stands for more than any number: in each of the ways in which slurmrestd says so. */
    default boolean infinite() {
        if (this instanceof Amount number) {
            return number.value() > MAX_COUNT;
        }
        return this instanceof Members && (at("infinite").flag() || at("number").infinite());
    }
}
