package dev.sluice.exporter.config.schema;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Declares a record as a section of the file. Each component has a {@link Key}. The order of the components is the
 * order in the reference.
 */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
public @interface ConfigSection {

    /** The purpose of the section, in one or two sentences. */
    String value();

    /** For the items of a list: keys whose values together are unique. By default, the first key is unique. */
    String[] identity() default {};

    /** Keys of earlier releases that no longer exist. */
    Removed[] removed() default {};

    /** A key of an earlier release that no longer exists. */
    @Target({})
    @Retention(RetentionPolicy.RUNTIME)
    @interface Removed {

        /** The name of the removed key in the file. */
        String key();

        /** The replacement for the removed key, as a message. */
        String message();
    }

    /** Marks a static method in the record of a section. The method reports conflicting values. */
    @Target(ElementType.METHOD)
    @Retention(RetentionPolicy.RUNTIME)
    public @interface Check {}
}
