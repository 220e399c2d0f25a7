package dev.sluice.exporter.config.schema;

import dev.sluice.exporter.config.schema.type.TextType;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Makes a component of a record a key of its section: the one declaration from which the loader, the rendering of the
 * configuration in force and the reference are made. The component's type says how a value is read; a key without
 * {@link #byDefault()} and {@link #absent()} is required, unless it is a section without required keys.
 */
@Target(ElementType.RECORD_COMPONENT)
@Retention(RetentionPolicy.RUNTIME)
public @interface Key {

    /** One or two sentences for people. */
    String meaning();

    /** As it stands in the file, where that is not the component's name. */
    String name() default "";

    /** The value that holds where the file does not have the key, as it would stand there. */
    String[] byDefault() default {};

    /** What happens where the file does not have the key, as a short phrase: there is no value then. */
    String absent() default "";

    /** A value that shows what is meant. */
    String example() default "";

    /** Of a number or a duration: from the smallest to the largest, such as {@code 1s to 5m}. */
    String range() default "";

    /** Of a text: it is one word, and what it is. It may be empty where that is the default. */
    String word() default "";

    /** Of a text: it may be of any kind, up to that many characters long. */
    int maxLength() default 0;

    /** Of a text: the regular expression that it has to match. */
    String pattern() default "";

    /** What the pattern stands for. */
    String expected() default "";

    /** Of a text: the words that it may be. */
    String[] oneOf() default {};

    /** Of a file: whether it must be readable at start. */
    boolean readable() default false;

    /** Of a section: whether the configuration in force leaves it out where it is all default. */
    boolean shownWhereChanged() default false;

    /** What reads the value, where the component's type does not say that. */
    Class<? extends TextType<?>>[] type() default {};
}
