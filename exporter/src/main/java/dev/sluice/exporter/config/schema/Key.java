package dev.sluice.exporter.config.schema;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Declares a record component as a key of its section. The loader, the text of the effective configuration and the
 * reference use this declaration. The type of the component determines how the value is read. A key without
 * {@link #byDefault()} and {@link #absent()} is required, except a section without required keys.
 */
@Target(ElementType.RECORD_COMPONENT)
@Retention(RetentionPolicy.RUNTIME)
public @interface Key {

    /** The pattern of environment variables. */
    String VARIABLE = "[A-Za-z_][A-Za-z0-9_]{0,127}";

    /** The meaning of the key, in one or two sentences. */
    String meaning();

    /** The name of the key in the file, if this name differs from the component's name. */
    String name() default "";

    /** The default value, in the form that the file contains. */
    String[] byDefault() default {};

    /** For a key without a default value: the behaviour without the key, as a short phrase. */
    String absent() default "";

    /** An example value. */
    String example() default "";

    /** For a number or duration: the valid range, such as {@code 1s to 5m}. */
    String range() default "";

    /** For a value of one word: the description of the word. The text may be empty if the default value is empty. */
    String word() default "";

    /** For a string: the maximum number of characters. The string may contain several words. */
    int maxLength() default 0;

    /** For a string: a regular expression that the string must match. */
    String pattern() default "";

    /** For a string with a pattern or allowed words, or a file: the description of valid values. */
    String expected() default "";

    /** For a string with a pattern: true if a wrong value may be a secret, which messages must not quote. */
    boolean nameOfSecret() default false;

    /** For a string: the allowed words. */
    String[] oneOf() default {};

    /** For a file: true if the file must be readable at start. */
    boolean readable() default false;

    /** For a section: true if the effective configuration omits the section when all its values are defaults. */
    boolean shownWhereChanged() default false;

    /** The type that reads the value, if the component's type does not determine how the value is read. */
    Class<? extends TextType<?>>[] type() default {};
}
