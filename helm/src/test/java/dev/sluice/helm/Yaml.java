package dev.sluice.helm;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;

/** Parsed YAML: maps, lists and values, with accessors. A duplicate key is an error. */
final class Yaml {

    private static final LoadSettings SETTINGS = LoadSettings.builder()
            .setAllowDuplicateKeys(false)
            .setCodePointLimit(16 << 20)
            .build();

    private Yaml() {}

    static List<Map<String, Object>> documents(String text) {
        return StreamSupport.stream(new Load(SETTINGS).loadAllFromString(text).spliterator(), false)
                .filter(Objects::nonNull)
                .map(Yaml::map)
                .toList();
    }

    static Map<String, Object> document(String text) {
        return map(new Load(SETTINGS).loadFromString(text));
    }

    /** Parses a file with one document. */
    static Map<String, Object> file(Path file) {
        try {
            return document(Files.readString(file));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @SuppressWarnings("unchecked")
    static Map<String, Object> map(Object value) {
        return (Map<String, Object>) value;
    }

    /** Returns the value at a path of keys, if all keys exist. */
    static Optional<Object> at(Map<String, Object> tree, String... keys) {
        Object value = tree;
        for (String key : keys) {
            if (!(value instanceof Map<?, ?> map) || map.get(key) == null) {
                return Optional.empty();
            }
            value = Objects.requireNonNull(map.get(key));
        }
        return Optional.of(value);
    }

    static String text(Map<String, Object> tree, String... keys) {
        return at(tree, keys).map(Object::toString).orElse("");
    }

    static Map<String, Object> mapAt(Map<String, Object> tree, String... keys) {
        return at(tree, keys).map(Yaml::map).orElse(Map.of());
    }

    /** Returns the maps in a list; empty if the list is missing. */
    static List<Map<String, Object>> listAt(Map<String, Object> tree, String... keys) {
        return at(tree, keys).stream()
                .flatMap(list -> ((List<?>) list).stream())
                .map(Yaml::map)
                .toList();
    }

    static List<String> textsAt(Map<String, Object> tree, String... keys) {
        return at(tree, keys).stream()
                .flatMap(list -> ((List<?>) list).stream())
                .map(String::valueOf)
                .toList();
    }

    /** Returns the map and all nested maps. */
    static Stream<Map<String, Object>> everyMap(Object value) {
        if (value instanceof Map<?, ?> map) {
            return Stream.concat(Stream.of(map(value)), map.values().stream().flatMap(Yaml::everyMap));
        }
        if (value instanceof List<?> list) {
            return list.stream().flatMap(Yaml::everyMap);
        }
        return Stream.empty();
    }
}
