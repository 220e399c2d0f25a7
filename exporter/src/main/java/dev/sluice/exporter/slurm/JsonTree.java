package dev.sluice.exporter.slurm;

import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.OptionalLong;

/** One JSON value of an answer. What is missing or of another type reads as nothing, never as an error. */
sealed interface JsonTree {

    /** Slurm counts nothing beyond this: unset and unlimited come as 1.8446744073709552e19, too. */
    double LARGEST = 1L << 53;

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

    /** The number, plain or wrapped; empty where it is unset or unlimited. */
    default OptionalDouble number() {
        if (this instanceof Amount number) {
            return Math.abs(number.value()) <= LARGEST ? OptionalDouble.of(number.value()) : OptionalDouble.empty();
        }
        return at("set").flag() && !at("infinite").flag() ? at("number").number() : OptionalDouble.empty();
    }

    /** Likewise, without its fraction. */
    default OptionalLong amount() {
        OptionalDouble number = number();
        return number.isPresent() ? OptionalLong.of((long) number.getAsDouble()) : OptionalLong.empty();
    }

    /** Whether it stands for more than any number: in each of the ways in which slurmrestd says so. */
    default boolean infinite() {
        if (this instanceof Amount number) {
            return number.value() > LARGEST;
        }
        return this instanceof Members && (at("infinite").flag() || at("number").infinite());
    }
}
