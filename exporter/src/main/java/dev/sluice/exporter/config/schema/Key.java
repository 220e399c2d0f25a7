package dev.sluice.exporter.config.schema;

import java.util.Optional;
import java.util.function.Function;

/**
 * A key that a section may have: the one declaration from which the loader, the rendering of the configuration in
 * force and the reference are made.
 *
 * @param name as it stands in the file
 * @param type what its value is
 * @param absence what holds where the file does not have it
 * @param example a value that shows what is meant; empty where the default or the section below does
 * @param meaning one or two sentences for people
 * @param of the key's value in a section that was read; nothing where the file need not have it
 * @param <R> what the section is read into
 * @param <T> what the value is read into
 */
public record Key<R, T>(
        String name,
        ValueType<T> type,
        Absence<T> absence,
        String example,
        String meaning,
        Function<R, Optional<T>> of) {

    /** A key that must be there. */
    public static <R, T> Key<R, T> required(
            String name, ValueType<T> type, String example, String meaning, Function<R, T> of) {
        return new Key<>(name, type, new Absence.Required<>(), example, meaning, of.andThen(Optional::of));
    }

    /** A key that has a default. */
    public static <R, T> Key<R, T> withDefault(
            String name, ValueType<T> type, T value, String meaning, Function<R, T> of) {
        return new Key<>(name, type, new Absence.Default<>(value), "", meaning, of.andThen(Optional::of));
    }

    /** A key that may be absent, with a phrase on what happens then. */
    public static <R, T> Key<R, T> optional(
            String name,
            ValueType<T> type,
            String consequence,
            String example,
            String meaning,
            Function<R, Optional<T>> of) {
        return new Key<>(name, type, new Absence.Unset<>(consequence), example, meaning, of);
    }

    Optional<T> fallback() {
        return absence instanceof Absence.Default<T> byDefault ? Optional.of(byDefault.value()) : Optional.empty();
    }
}
