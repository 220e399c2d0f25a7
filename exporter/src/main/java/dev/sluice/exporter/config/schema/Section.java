package dev.sluice.exporter.config.schema;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** Declares a record as a section of the file, with a {@link Key} for each component, in the order of the reference. */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
public @interface Section {

    /** The purpose of the section, in one or two sentences. */
    String value();

    /** Keys of earlier releases. */
    Removed[] removed() default {};

    /** A key of an earlier release. */
    @Target({})
    @Retention(RetentionPolicy.RUNTIME)
    @interface Removed {

        /** The name in the file. */
        String key();

        /** The replacement. */
        String message();
    }
}
