package dev.sluice.exporter.kubernetes;

import dev.sluice.exporter.model.ObjectName;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;

/** Reads one object after another: what every object has, and the record that the assembler makes of it. */
final class ObjectReader<T> {

    private final ObjectAssembler<T> assembler;
    private String namespace = "";
    private String name = "";
    private String version = "";

    ObjectReader(ObjectAssembler<T> assembler) {
        this.assembler = assembler;
    }

    Set<KubeField> fields() {
        Set<KubeField> fields = EnumSet.of(KubeField.NAMESPACE, KubeField.NAME, KubeField.VERSION);
        fields.addAll(assembler.fields());
        return fields;
    }

    void begin() {
        namespace = "";
        name = "";
        version = "";
        assembler.begin();
    }

    void value(KubeField field, String key, String text) {
        switch (field) {
            case NAMESPACE -> namespace = text;
            case NAME -> name = text;
            case VERSION -> version = text;
            default -> assembler.value(field, key, text);
        }
    }

    void endElement(KubeField field) {
        assembler.endElement(field);
    }

    /** The object's name; empty where it has none and can therefore not be told from others. */
    Optional<ObjectName> name() {
        return name.isEmpty() ? Optional.empty() : Optional.of(new ObjectName(namespace, name));
    }

    /** Its resource version, or that of the bookmark that stands in an object's place. */
    String version() {
        return version;
    }

    /** The record; empty where the object is none of ours. */
    Optional<T> record(ObjectName name) {
        return assembler.end(name);
    }
}
