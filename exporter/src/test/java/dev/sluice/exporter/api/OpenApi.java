package dev.sluice.exporter.api;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import dev.sluice.exporter.api.document.ClusterAnswer;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.lang.reflect.TypeVariable;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.time.YearMonth;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;

/** Describes the records of the API as schemas of OpenAPI. */
final class OpenApi {

    private static final Map<Class<?>, Map<String, Object>> PLAIN = Map.ofEntries(
            Map.entry(String.class, Map.of("type", "string")),
            Map.entry(YearMonth.class, Map.of("type", "string")),
            Map.entry(Instant.class, Map.of("type", "string", "format", "date-time")),
            Map.entry(Duration.class, Map.of("type", "number", "description", "seconds")),
            Map.entry(BigDecimal.class, Map.of("type", "number")),
            Map.entry(double.class, Map.of("type", "number")),
            Map.entry(OptionalDouble.class, Map.of("type", "number")),
            Map.entry(int.class, Map.of("type", "integer")),
            Map.entry(long.class, Map.of("type", "integer")),
            Map.entry(OptionalLong.class, Map.of("type", "integer")),
            Map.entry(boolean.class, Map.of("type", "boolean")),
            Map.entry(Boolean.class, Map.of("type", "boolean")),
            Map.entry(Long.class, Map.of("type", "integer")));

    private final Map<String, Class<?>> names = new TreeMap<>();
    private final Map<String, Object> schemas = new TreeMap<>();

    /** The members of a record, and the members that are always present. */
    private record Members(Map<String, Object> properties, Set<String> required) {}

    /** Returns the schemas of all records so far, by name. */
    Map<String, Object> schemas() {
        return schemas;
    }

    /** Returns the schema of a type; for a record, a reference. */
    Map<String, Object> schema(Type type) {
        if (type instanceof ParameterizedType generic) {
            Type[] arguments = generic.getActualTypeArguments();
            Type last = arguments[arguments.length - 1];
            if (generic.getRawType() == Optional.class) {
                return schema(last);
            }
            if (generic.getRawType() == ClusterAnswer.class) {
                return reference((Class<?>) last, answer((Class<?>) last));
            }
            return generic.getRawType() == List.class
                    ? ordered("type", "array", "items", schema(last))
                    : ordered("type", "object", "additionalProperties", schema(last));
        }
        Class<?> raw = (Class<?>) type;
        if (raw.isEnum()) {
            return ordered(
                    "type",
                    "string",
                    "enum",
                    Stream.of(raw.getEnumConstants())
                            .map(one -> ((Enum<?>) one).name().toLowerCase(Locale.ROOT))
                            .toList());
        }
        if (raw.isSealed()) {
            return Map.of(
                    "oneOf",
                    Stream.of(raw.getPermittedSubclasses()).map(this::schema).toList());
        }
        return raw.isRecord() ? reference(raw, members(raw)) : new TreeMap<>(PLAIN.get(raw));
    }

    private Map<String, Object> reference(Class<?> raw, Members members) {
        String name = raw.getSimpleName();
        if (names.putIfAbsent(name, raw) == null) {
            Map<String, Object> schema = ordered("type", "object", "properties", members.properties());
            if (!members.required().isEmpty()) {
                schema.put("required", List.copyOf(members.required()));
            }
            schemas.put(name, schema);
        } else if (names.get(name) != raw) {
            throw new AssertionError(name + " is the name of two records");
        }
        return Map.of("$ref", "#/components/schemas/" + name);
    }

    private Members members(Class<?> raw) {
        Members members = new Members(new LinkedHashMap<>(), new TreeSet<>());
        for (RecordComponent component : raw.getRecordComponents()) {
            if (component.getAccessor().isAnnotationPresent(JsonUnwrapped.class)) {
                unwrap(component, members);
            } else {
                JsonProperty renamed = component.getAccessor().getAnnotation(JsonProperty.class);
                String name = renamed == null || renamed.value().isEmpty() ? component.getName() : renamed.value();
                members.properties().put(name, schema(component.getGenericType()));
                if (isAlwaysPresent(component)) {
                    members.required().add(name);
                }
            }
        }
        return members;
    }

    /** Returns the members of an answer, which has no member of its content if the content is withheld. */
    private Members answer(Class<?> content) {
        Members members = members(ClusterAnswer.class);
        members.properties().putAll(members(content).properties());
        return members;
    }

    private void unwrap(RecordComponent component, Members members) {
        Type generic = component.getGenericType();
        if (generic instanceof ParameterizedType of && of.getActualTypeArguments()[0] instanceof TypeVariable) {
            return;
        }
        if (component.getType() == ClusterAnswer.class) {
            Type content = ((ParameterizedType) generic).getActualTypeArguments()[0];
            members.properties().putAll(answer((Class<?>) content).properties());
            return;
        }
        Class<?> type = component.getType() == Optional.class
                ? (Class<?>) ((ParameterizedType) generic).getActualTypeArguments()[0]
                : component.getType();
        for (Class<?> one : type.isSealed() ? type.getPermittedSubclasses() : new Class<?>[] {type}) {
            Members inner = members(one);
            members.properties().putAll(inner.properties());
            if (component.getType().isRecord()) {
                members.required().addAll(inner.required());
            }
        }
    }

    /** An empty string or Optional is no member. */
    private static boolean isAlwaysPresent(RecordComponent component) {
        JsonInclude included = component.getAccessor().getAnnotation(JsonInclude.class);
        return included == null
                ? !component.getType().getSimpleName().startsWith("Optional") && component.getType() != String.class
                : included.value() == JsonInclude.Include.ALWAYS;
    }

    static Map<String, Object> ordered(Object... pairs) {
        Map<String, Object> map = new LinkedHashMap<>();
        for (int i = 0; i < pairs.length; i += 2) {
            map.put((String) pairs[i], pairs[i + 1]);
        }
        return map;
    }
}
