package dev.sluice.exporter.config.schema;

/** What it means when a file does not have a key. */
public sealed interface Absence<T> {

    /** It is an error. */
    record Required<T>() implements Absence<T> {}

    /**
     * It is as if the key had this value.
     *
     * @param value the default
     */
    record Default<T>(T value) implements Absence<T> {}

    /**
     * There is no value.
     *
     * @param consequence what happens then, as a short phrase for people
     */
    record Unset<T>(String consequence) implements Absence<T> {}
}
