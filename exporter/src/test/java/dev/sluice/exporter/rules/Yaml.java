package dev.sluice.exporter.rules;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;

/**
 * A value of a strictly parsed YAML file: duplicate keys and values of an unexpected type are rejected.
 *
 * @param where description of the value, for messages
 */
record Yaml(Object value, String where) {

    static Yaml read(Path file) {
        try {
            return parse(Files.readString(file), file.getFileName().toString());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static Yaml parse(String text, String where) {
        LoadSettings settings = LoadSettings.builder()
                .setAllowDuplicateKeys(false)
                .setAllowRecursiveKeys(false)
                .setLabel(where)
                .build();
        return new Yaml(new Load(settings).loadFromString(text), where);
    }

    /** Returns the value of a required key. */
    Yaml at(String key) {
        return maybe(key).orElseThrow(() -> new IllegalArgumentException(where + " has no " + key));
    }

    Optional<Yaml> maybe(String key) {
        return Optional.ofNullable(map().get(key)).map(found -> new Yaml(found, where + "." + key));
    }

    /** Returns the text of a key; empty if it is missing. */
    String text(String key) {
        return maybe(key).map(found -> String.valueOf(found.value())).orElse("");
    }

    /** Returns the items under a key; empty if it is missing. */
    List<Yaml> items(String key) {
        return maybe(key).map(Yaml::items).orElse(List.of());
    }

    List<Yaml> items() {
        if (!(value instanceof List<?> list)) {
            throw new IllegalArgumentException(where + " is not a list");
        }
        return list.stream().map(item -> new Yaml(item, where + "[]")).toList();
    }

    Set<String> keys() {
        return map().keySet();
    }

    /** Returns the keys and their values as text. */
    Map<String, String> texts() {
        Map<String, String> texts = new LinkedHashMap<>();
        map().forEach((key, text) -> texts.put(key, String.valueOf(text)));
        return texts;
    }

    /** Returns the keys and their values as a copy. */
    Map<String, Object> members() {
        return map();
    }

    private Map<String, Object> map() {
        if (!(value instanceof Map<?, ?> map)) {
            throw new IllegalArgumentException(where + " is not a mapping");
        }
        Map<String, Object> checked = new LinkedHashMap<>();
        map.forEach((key, member) -> checked.put(String.valueOf(key), member == null ? "" : member));
        return checked;
    }
}
