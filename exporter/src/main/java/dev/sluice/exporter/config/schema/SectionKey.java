package dev.sluice.exporter.config.schema;

import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import org.snakeyaml.engine.v2.nodes.Node;

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
            return SectionType.make(key.type()[0]);
        }
        if (held instanceof ParameterizedType parameterized) {
            Type item = parameterized.getActualTypeArguments()[0];
            if (parameterized.getRawType() == List.class && item == String.class) {
                return new WordsType.Matching(Pattern.compile(key.pattern()), key.expected());
            }
            return parameterized.getRawType() == List.class
                    ? new ListType<>(SectionType.of((Class<?>) item))
                    : typeOf(item, key);
        }
        Class<?> type = (Class<?>) held;
        if (type == boolean.class) {
            return NumberType.flag();
        } else if (type == int.class || type == Integer.class) {
            return NumberType.integer(key.range());
        } else if (type == double.class) {
            return NumberType.fraction();
        } else if (type == BigDecimal.class) {
            return NumberType.amount();
        } else if (type == long.class || type == Long.class) {
            return StringType.size();
        } else if (type == Duration.class) {
            return new DurationType(key.range());
        } else if (type == Pattern.class) {
            return StringType.regex();
        } else if (type == Path.class) {
            return StringType.file(key);
        } else if (type.isEnum()) {
            return StringType.choice(List.of(type.getEnumConstants()), "");
        } else if (type == String.class) {
            return key.oneOf().length > 0
                    ? StringType.choice(List.of(key.oneOf()), key.expected())
                    : StringType.of(key);
        }
        return SectionType.of(type);
    }

    private static Optional<Object> byDefault(ValueType<Object> type, Key key) {
        if (key.byDefault().length > 0) {
            String value = key.byDefault()[0];
            return type.read(type instanceof TextType ? Yaml.text(value) : Yaml.plain(value), Location.NOWHERE);
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
        return Optional.of(List.of());
    }

    /** Returns the key's value in a section; empty if the file may omit the key. */
    Optional<Node> write(Object section) {
        Object value = SectionType.call(component.getAccessor(), section);
        if (value instanceof Optional<?> optional) {
            return optional.map(type::write);
        }
        boolean unchanged = declared.shownWhereChanged() && byDefault.equals(Optional.of(value));
        return List.of().equals(value) || unchanged ? Optional.empty() : Optional.of(type.write(value));
    }
}
