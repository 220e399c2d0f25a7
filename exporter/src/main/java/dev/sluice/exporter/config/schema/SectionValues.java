package dev.sluice.exporter.config.schema;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.snakeyaml.engine.v2.nodes.MappingNode;
import org.snakeyaml.engine.v2.nodes.Node;
import org.snakeyaml.engine.v2.nodes.NodeTuple;
import org.snakeyaml.engine.v2.nodes.ScalarNode;

/** The values of one section in the file. The section's checks use these values. */
public final class SectionValues {

    private final Map<String, NodeTuple> entries = new HashMap<>();
    private final Map<String, Optional<Object>> values = new HashMap<>();
    private final Node start;
    private final Location location;

    private SectionValues(Node start, Location location) {
        this.start = start;
        this.location = location;
    }

    static SectionValues read(MappingNode mapping, Location location, SectionType<?> section) {
        SectionValues read = new SectionValues(mapping, location);
        List<String> names = section.keys().stream().map(SectionKey::name).toList();
        mapping.getValue().forEach(entry -> read.add(entry, names, section.declared()));
        section.keys().forEach(key -> read.values.put(key.name(), read.value(key)));
        return read;
    }

    private void add(NodeTuple entry, List<String> names, ConfigSection section) {
        Node given = entry.getKeyNode();
        if (!(given instanceof ScalarNode key)) {
            location.problem(given, "a list or a mapping cannot be a key; expected a word");
            return;
        }
        if (key.isPlain() && key.getValue().equals("<<")) {
            location.problem(key, "merge keys (<<) are not supported; write the keys out");
            return;
        }
        String name = key.getValue();
        Optional<NodeTuple> earlier = Optional.ofNullable(entries.putIfAbsent(name, entry));
        if (earlier.isPresent()) {
            int line = Location.line(earlier.get().getKeyNode());
            location.key(name).problem(key, "duplicate key; already used in line " + line);
        } else if (!names.contains(name)) {
            location.key(name).problem(key, unknown(name, names, section));
        }
    }

    private static String unknown(String name, List<String> names, ConfigSection section) {
        for (ConfigSection.Removed removed : section.removed()) {
            if (removed.key().equals(name)) {
                return removed.message();
            }
        }
        if (names.contains(name + "File")) {
            return "unknown key; write the value to a file, and the file's path to " + name + "File";
        }
        if (name.matches("\\d+")) {
            return "unknown key; write a decimal point instead of a comma";
        }
        return Suggestions.nearest(name, names)
                .map(nearest -> "unknown key; did you mean \"" + nearest + "\"?")
                .orElseGet(() -> "unknown key; expected one of " + String.join(", ", names));
    }

    /** Returns the value of a key. The default replaces an invalid value, so that reading can continue. */
    private Optional<Object> value(SectionKey key) {
        Optional<NodeTuple> entry = Optional.ofNullable(entries.get(key.name()));
        Location at = location.key(key.name());
        if (entry.isEmpty() && key.required()) {
            at.problem(start, "missing; expected " + key.type().description());
        }
        return entry.flatMap(given -> key.type().read(given.getValueNode(), at)).or(key::byDefault);
    }

    /** Returns true if the file contains the key, with a valid or an invalid value. */
    public boolean has(String key) {
        return entries.containsKey(known(key));
    }

    /** Returns the value or the default; empty if the value is missing without a default, or is invalid. */
    public <T> Optional<T> find(String key, Class<T> type) {
        return values.getOrDefault(known(key), Optional.empty()).map(type::cast);
    }

    /** Returns the value of a key with a default. */
    public <T> T value(String key, Class<T> type) {
        return find(key, type).orElseThrow(() -> new IllegalArgumentException("has no default: " + key));
    }

    /** Returns the items of a list; empty if the list is missing or invalid. */
    public <T> List<T> items(String key, Class<T> item) {
        return find(key, List.class).stream()
                .flatMap(list -> ((List<?>) list).stream())
                .map(item::cast)
                .toList();
    }

    /**
     * Reports a problem at the position of the key's value. If the key is missing, reports the problem at the start of
     * the section.
     */
    public void problem(String key, String message) {
        location.key(key).problem(nearest(key), message);
    }

    /**
     * Reports a problem at the position of a key in a subsection. If the key is missing, reports the problem at the
     * nearest existing position.
     */
    public void problem(String section, String key, String message) {
        Node nearest = Optional.of(nearest(section))
                .filter(MappingNode.class::isInstance)
                .flatMap(mapping -> entry((MappingNode) mapping, key))
                .orElseGet(() -> nearest(section));
        location.key(section).key(key).problem(nearest, message);
    }

    /** Returns the value of a key in a mapping. */
    static Optional<Node> entry(MappingNode mapping, String key) {
        return mapping.getValue().stream()
                .filter(entry -> entry.getKeyNode() instanceof ScalarNode name
                        && name.getValue().equals(key))
                .map(NodeTuple::getValueNode)
                .findFirst();
    }

    private Node nearest(String key) {
        return Optional.ofNullable(entries.get(known(key)))
                .map(NodeTuple::getValueNode)
                .orElse(start);
    }

    private String known(String key) {
        if (!values.containsKey(key)) {
            throw new IllegalArgumentException("the section has no key " + key);
        }
        return key;
    }
}
