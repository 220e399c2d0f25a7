package dev.sluice.exporter.config.schema;

import dev.sluice.exporter.config.schema.ConfigSection.Check;
import dev.sluice.exporter.config.schema.Location.Problem;
import java.lang.reflect.Constructor;
import java.lang.reflect.Method;
import java.lang.reflect.RecordComponent;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.snakeyaml.engine.v2.common.FlowStyle;
import org.snakeyaml.engine.v2.nodes.MappingNode;
import org.snakeyaml.engine.v2.nodes.Node;
import org.snakeyaml.engine.v2.nodes.NodeTuple;
import org.snakeyaml.engine.v2.nodes.Tag;

/**
 * A mapping. The components of a record declare the keys of the mapping.
 *
 * @param record record type of the section
 * @param declared the record's annotation
 * @param keys all keys in the order of the reference
 * @param checks methods of the record that report conflicting values
 * @param <R> record type of the section
 */
public record SectionType<R>(Class<R> record, ConfigSection declared, List<SectionKey> keys, List<Method> checks)
        implements ValueType<R> {

    public SectionType {
        keys = List.copyOf(keys);
        checks = List.copyOf(checks);
    }

    /** Returns the section that a record and its components declare. */
    public static <R> SectionType<R> of(Class<R> record) {
        ConfigSection declared = Optional.ofNullable(record.getAnnotation(ConfigSection.class))
                .orElseThrow(() -> new IllegalArgumentException("has no @ConfigSection: " + record));
        return new SectionType<>(
                record,
                declared,
                Stream.of(record.getRecordComponents()).map(SectionKey::of).toList(),
                Stream.of(record.getDeclaredMethods())
                        .filter(method -> method.isAnnotationPresent(Check.class))
                        .toList());
    }

    @Override
    public String description() {
        return "section";
    }

    @Override
    public Optional<R> read(Node node, Location location) {
        if (!(node instanceof MappingNode mapping)) {
            location.mismatch("a section with keys such as " + keys.get(0).name() + ":", node, "");
            return Optional.empty();
        }
        SectionValues values = SectionValues.read(mapping, location, this);
        checks.forEach(check -> call(check, record, values));
        List<Object> arguments = new ArrayList<>();
        keys.forEach(key -> key.held(values).ifPresent(arguments::add));
        return arguments.size() < keys.size() ? Optional.empty() : Optional.of(make(record, arguments.toArray()));
    }

    boolean hasDefaults() {
        return keys.stream().noneMatch(SectionKey::required);
    }

    /** Returns the value of a section that is missing in the file. Works only for sections without required keys. */
    public R defaults() {
        return read(new MappingNode(Tag.MAP, List.of(), FlowStyle.FLOW), Location.NOWHERE)
                .orElseThrow();
    }

    /**
     * Reads the only document of a text.
     *
     * @param readable tests whether a named file exists and is readable
     * @param problems receives the problems, in no order
     */
    public Optional<R> parse(String text, Path directory, Predicate<Path> readable, Consumer<Problem> problems) {
        Location root = new Location("", directory, readable, problems);
        return Yaml.read(text, root).flatMap(node -> read(node, root));
    }

    @Override
    public MappingNode write(R value) {
        List<NodeTuple> entries = keys.stream()
                .flatMap(key -> key.write(value).map(written -> new NodeTuple(Yaml.text(key.name()), written)).stream())
                .toList();
        return new MappingNode(Tag.MAP, entries, FlowStyle.BLOCK);
    }

    /** Returns the section as YAML, one key per line. */
    public String block(R value) {
        return Yaml.write(write(value));
    }

    /** Returns the section as YAML on one line. */
    public String flow(R value) {
        MappingNode root = write(value);
        root.setFlowStyle(FlowStyle.FLOW);
        return Yaml.write(root).strip();
    }

    /** Creates an object with a record's canonical constructor, or another class' constructor without parameters. */
    static <T> T make(Class<T> type, Object... arguments) {
        RecordComponent[] components =
                Optional.ofNullable(type.getRecordComponents()).orElseGet(() -> new RecordComponent[0]);
        Class<?>[] types = Stream.of(components).map(RecordComponent::getType).toArray(Class<?>[]::new);
        try {
            Constructor<T> constructor = type.getDeclaredConstructor(types);
            constructor.setAccessible(true);
            return constructor.newInstance(arguments);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("cannot create " + type, e);
        }
    }

    static Object call(Method method, Object target, Object... arguments) {
        try {
            method.setAccessible(true);
            return method.invoke(target, arguments);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("failed: " + method, e);
        }
    }
}
