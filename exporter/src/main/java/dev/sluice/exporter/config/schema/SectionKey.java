package dev.sluice.exporter.config.schema;

import dev.sluice.exporter.config.schema.type.ChoiceType;
import dev.sluice.exporter.config.schema.type.DurationType;
import dev.sluice.exporter.config.schema.type.FileType;
import dev.sluice.exporter.config.schema.type.LiteralType;
import dev.sluice.exporter.config.schema.type.Place;
import dev.sluice.exporter.config.schema.type.StringType;
import dev.sluice.exporter.config.schema.type.TextType;
import dev.sluice.exporter.config.schema.type.ValueType;
import dev.sluice.exporter.config.yaml.Position;
import dev.sluice.exporter.config.yaml.YamlNode;
import dev.sluice.exporter.config.yaml.YamlScalar;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A key of a section.
 *
 * @param name name in the file
 * @param type type of the value
 * @param byDefault default value; empty for a required key or a key without a default value
 * @param declared the component's annotation
 * @param component the component of the section's record that holds the value
 */
public record SectionKey(
        String name, ValueType<Object> type, Optional<Object> byDefault, Key declared, RecordComponent component) {

    static SectionKey of(RecordComponent component) {
        Key declared = Optional.ofNullable(component.getAnnotation(Key.class))
                .orElseThrow(() -> new IllegalArgumentException("has no @Key: " + component));
        String name = declared.name().isEmpty() ? component.getName() : declared.name();
        ValueType<Object> type = type(component.getGenericType(), declared);
        return new SectionKey(name, type, byDefault(type, declared), declared, component);
    }

    @SuppressWarnings("unchecked") // The value type always matches the component's type.
    private static ValueType<Object> type(Type held, Key key) {
        return (ValueType<Object>) typeOf(held, key);
    }

    private static ValueType<?> typeOf(Type held, Key key) {
        if (key.type().length > 0) {
            return Reflection.make(key.type()[0]);
        }
        if (held instanceof ParameterizedType parameterized) {
            Type item = parameterized.getActualTypeArguments()[0];
            return parameterized.getRawType() == List.class
                    ? new ListType<>(SectionType.of((Class<?>) item))
                    : typeOf(item, key);
        }
        Class<?> type = (Class<?>) held;
        if (type == boolean.class) {
            return LiteralType.flag();
        } else if (type == int.class || type == Integer.class) {
            return LiteralType.integer(key.range());
        } else if (type == double.class) {
            return LiteralType.fraction();
        } else if (type == BigDecimal.class) {
            return LiteralType.amount();
        } else if (type == Duration.class) {
            return new DurationType(key.range());
        } else if (type == Path.class) {
            return new FileType(key.readable(), key.expected());
        } else if (type.isEnum()) {
            return new ChoiceType<>(Arrays.asList(type.getEnumConstants()));
        }
        return type == String.class ? textOf(key) : SectionType.of(type);
    }

    private static ValueType<?> textOf(Key key) {
        if (key.oneOf().length > 0) {
            return new ChoiceType<>(List.of(key.oneOf()));
        } else if (key.maxLength() > 0) {
            return StringType.visible(key.maxLength());
        }
        boolean mayBeEmpty = List.of(key.byDefault()).equals(List.of(""));
        return key.pattern().isEmpty()
                ? StringType.word(key.word(), mayBeEmpty)
                : StringType.matching(key.expected(), key.pattern());
    }

    private static Optional<Object> byDefault(ValueType<Object> type, Key key) {
        if (key.byDefault().length > 0) {
            boolean plain = !(type instanceof TextType);
            YamlNode value = new YamlScalar(key.byDefault()[0], plain, Position.NOWHERE);
            return type.read(value, Place.NOWHERE);
        }
        return key.absent().isEmpty() && type instanceof SectionType<?> section && section.hasDefaults()
                ? Optional.of(section.defaults())
                : Optional.empty();
    }

    /** Returns true if a missing key is an error. */
    public boolean required() {
        return byDefault.isEmpty() && declared.absent().isEmpty();
    }

    /** Returns the value for the record's component; empty if a required value is missing. */
    Optional<Object> held(SectionValues values) {
        Optional<Object> value = values.find(name, Object.class);
        if (component.getType() == Optional.class) {
            return Optional.of(value);
        } else if (value.isPresent() || required()) {
            return value;
        }
        return Optional.of(component.getType() == Map.class ? Map.of() : List.of());
    }

    /** Returns the key's value in a section; empty if the file may omit the key. */
    Optional<YamlNode> write(Object section) {
        Object value = Reflection.call(component.getAccessor(), section);
        if (value instanceof Optional<?> optional) {
            return optional.map(type::write);
        }
        boolean empty = List.of().equals(value) || Map.of().equals(value);
        boolean unchanged = declared.shownWhereChanged() && byDefault.equals(Optional.of(value));
        return empty || unchanged ? Optional.empty() : Optional.of(type.write(value));
    }
}
