package dev.sluice.simulator.rest.json;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonFactoryBuilder;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.SerializableString;
import com.fasterxml.jackson.core.io.CharacterEscapes;
import com.fasterxml.jackson.core.io.SerializedString;
import com.fasterxml.jackson.core.util.DefaultIndenter;
import com.fasterxml.jackson.core.util.DefaultPrettyPrinter;
import com.fasterxml.jackson.core.util.Separators;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Writes JSON like slurmrestd: with indentation, and with escaped slashes. Numbers that can be unset or infinite are
 * objects.
 */
public final class SlurmJson {
    private static final JsonFactory FACTORY =
            new JsonFactoryBuilder().characterEscapes(new SlashEscape()).build();

    @FunctionalInterface
    private interface Write {
        void run() throws IOException;
    }

    /** Escapes slashes: the library json-c, which slurmrestd uses, writes a backslash before each slash. */
    private static final class SlashEscape extends CharacterEscapes {
        private static final long serialVersionUID = 1L;
        private static final SerializedString SLASH = new SerializedString("\\/");

        @Override
        public int[] getEscapeCodesForAscii() {
            int[] codes = standardAsciiEscapesForJSON();
            codes['/'] = ESCAPE_CUSTOM;
            return codes;
        }

        /** The writer calls this method for non-ASCII characters too. These characters stay unchanged. */
        @Override
        public @Nullable SerializableString getEscapeSequence(int character) {
            return character == '/' ? SLASH : null;
        }
    }

    private final JsonGenerator out;

    private SlurmJson(JsonGenerator out) {
        this.out = out;
    }

    public static byte[] document(Consumer<SlurmJson> members) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream(64 * 1024);
        try (JsonGenerator generator = FACTORY.createGenerator(bytes)) {
            Separators separators = Separators.createDefaultInstance()
                    .withObjectFieldValueSpacing(Separators.Spacing.AFTER)
                    .withArrayEmptySeparator("")
                    .withObjectEmptySeparator("")
                    .withRootSeparator("");
            DefaultIndenter indenter = new DefaultIndenter("  ", "\n");
            DefaultPrettyPrinter printer = new DefaultPrettyPrinter(separators)
                    .withObjectIndenter(indenter)
                    .withArrayIndenter(indenter);
            generator.setPrettyPrinter(printer);
            generator.writeStartObject();
            members.accept(new SlurmJson(generator));
            generator.writeEndObject();
        } catch (IOException impossible) {
            throw new UncheckedIOException(impossible);
        }
        return bytes.toByteArray();
    }

    public SlurmJson text(String name, String value) {
        return write(() -> out.writeStringField(name, value));
    }

    /** Writes empty texts. */
    SlurmJson blanks(String... names) {
        Stream.of(names).forEach(name -> text(name, ""));
        return this;
    }

    /** Writes zeros. */
    SlurmJson zeros(String... names) {
        Stream.of(names).forEach(name -> number(name, 0));
        return this;
    }

    /** Writes empty lists. */
    SlurmJson emptyLists(String... names) {
        Stream.of(names).forEach(name -> texts(name, List.of()));
        return this;
    }

    SlurmJson number(String name, long value) {
        return write(() -> out.writeNumberField(name, value));
    }

    SlurmJson flag(String name, boolean value) {
        return write(() -> out.writeBooleanField(name, value));
    }

    SlurmJson none(String name) {
        return write(() -> out.writeNullField(name));
    }

    SlurmJson decimal(String name, double value) {
        return write(() -> out.writeNumberField(name, value));
    }

    /** Writes a number that is set. */
    public SlurmJson wrapped(String name, long value) {
        return object(
                name, json -> json.flag("set", true).flag("infinite", false).number("number", value));
    }

    SlurmJson wrappedDecimal(String name, double value) {
        return object(
                name, json -> json.flag("set", true).flag("infinite", false).decimal("number", value));
    }

    SlurmJson unset(String name) {
        return object(
                name, json -> json.flag("set", false).flag("infinite", false).number("number", 0));
    }

    /** Writes the value for "no limit". slurmrestd shows this value as not set. */
    SlurmJson infinite(String name) {
        return object(
                name, json -> json.flag("set", false).flag("infinite", true).number("number", 0));
    }

    /** Writes the value for "no limit" for a number with decimals. */
    SlurmJson infiniteDecimal(String name) {
        return object(
                name, json -> json.flag("set", false).flag("infinite", true).decimal("number", 0.0));
    }

    public SlurmJson texts(String name, List<String> values) {
        return write(() -> {
            out.writeArrayFieldStart(name);
            for (String value : values) {
                out.writeString(value);
            }
            out.writeEndArray();
        });
    }

    public SlurmJson object(String name, Consumer<SlurmJson> members) {
        return write(() -> {
            out.writeObjectFieldStart(name);
            members.accept(this);
            out.writeEndObject();
        });
    }

    /** Writes an array with one object per item. */
    public <T> SlurmJson objects(String name, Iterable<T> things, BiConsumer<SlurmJson, T> members) {
        return write(() -> {
            out.writeArrayFieldStart(name);
            for (T thing : things) {
                out.writeStartObject();
                members.accept(this, thing);
                out.writeEndObject();
            }
            out.writeEndArray();
        });
    }

    private SlurmJson write(Write operation) {
        try {
            operation.run();
        } catch (IOException impossible) {
            throw new UncheckedIOException(impossible);
        }
        return this;
    }
}
