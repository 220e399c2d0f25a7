package dev.sluice.exporter.config.schema;

import dev.sluice.exporter.config.schema.type.TextType;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Declares a record component as a key of its section. This declaration determines the loader, the text of the
 * effective configuration and the reference. The component's type determines how to read the value. A key without
 * {@link #byDefault()} and {@link #absent()} is required, unless it is a section without required keys.
 */
@Target(ElementType.RECORD_COMPONENT)
@Retention(RetentionPolicy.RUNTIME)
public @interface Key {

    /** The meaning, in one or two sentences. */
    String meaning();

    /** The name in the file, if it differs from the component's name. */
    String name() default "";

    /** The default value, as written in the file. */
    String[] byDefault() default {};

    /** The behaviour without the key, as a short phrase, for keys without a default value. */
    String absent() default "";

    /** An example value. */
    String example() default "";

    /** For a number or duration: the range, such as {@code 1s to 5m}. */
    String range() default "";

    /** For a text of one word: its description. The text may be empty if that is the default. */
    String word() default "";

    /** For a text: the maximum number of characters; the text may contain any words. */
    int maxLength() default 0;

    /** For a text: a regular expression that it must match. */
    String pattern() default "";

    String expected() default "";

    /** For a text: the allowed words. */
    String[] oneOf() default {};

    /** For a file: must be readable at start. */
    boolean readable() default false;

    /** For a section: omitted from the effective configuration if all of its values are defaults. */
    boolean shownWhereChanged() default false;

    /** The type that reads the value, if the component's type does not determine it. */
    Class<? extends TextType<?>>[] type() default {};
}
