package dev.sluice.exporter.config.schema;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** Makes a record a section of the file, with a {@link Key} for each component, in the order of the reference. */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
public @interface Section {

    /** What the section is about, one or two sentences for people. */
    String value();

    /** Keys of earlier releases. */
    Removed[] removed() default {};

    /** A key of an earlier release. */
    @Target({})
    @Retention(RetentionPolicy.RUNTIME)
    @interface Removed {

        /** As it stood in the file. */
        String key();

        /** What to write in its place. */
        String message();
    }
}
