package dev.sluice.exporter.kubernetes.decode;

import dev.sluice.common.kubernetes.ApiFailure;
import dev.sluice.exporter.model.OutsideText;
import dev.sluice.exporter.model.kubernetes.ObjectName;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;

/** Reads one object after another: what every object has, and the record that the assembler makes of it. */
public final class ObjectReader<T> {

    /** Longest name that Kubernetes allows. */
    private static final int MAX_NAME = 253;
    /** Nothing that is used is as long; of a longer message the rest is not kept. */
    private static final int MAX_TEXT = 4096;
    /** Versions and page tokens are far shorter. */
    private static final int MAX_POSITION = 4096;

    private final ObjectAssembler<T> assembler;
    private boolean wrongType;
    private String namespace = "";
    private String name = "";
    private String version = "";

    public ObjectReader(ObjectAssembler<T> assembler) {
        this.assembler = assembler;
    }

    public Set<KubeField> fields() {
        Set<KubeField> fields = EnumSet.of(KubeField.NAMESPACE, KubeField.NAME, KubeField.VERSION);
        fields.addAll(assembler.fields());
        return fields;
    }

    public void begin() {
        namespace = "";
        name = "";
        version = "";
        wrongType = false;
        assembler.begin();
    }

    public void value(KubeField field, String key, String text) {
        switch (field) {
            case NAMESPACE -> namespace = text;
            case NAME -> name = text;
            case VERSION -> version = text;
            default -> assembler.value(field, key, shown(text));
        }
    }

    private static String shown(String text) {
        return OutsideText.printable(text.length() > MAX_TEXT ? text.substring(0, MAX_TEXT) : text);
    }

    /** A member of the object is not of the type that its kind of object has. */
    public void wrongType() {
        wrongType = true;
    }

    public void endElement(KubeField field) {
        assembler.endElement(field);
    }

    /** The object's name; empty where it has none that Kubernetes allows, or where the object is not to be trusted. */
    public Optional<ObjectName> name() {
        boolean bad = wrongType || !assembler.isReadable() || name.isEmpty() || !allowed(name) || !allowed(namespace);
        return bad ? Optional.empty() : Optional.of(new ObjectName(namespace, name));
    }

    /** Kubernetes itself allows letters, digits and a few marks: anything that cannot be shown is no name of its. */
    private static boolean allowed(String name) {
        return name.length() <= MAX_NAME && OutsideText.printable(name).equals(name);
    }

    /** A version or page token, which goes back to the server as it came. */
    public static String position(String text) throws ApiFailure {
        if (text.length() > MAX_POSITION) {
            throw new ApiFailure(
                    ApiFailure.Kind.TOO_LARGE,
                    "the answer has a version or page token of more than " + MAX_POSITION + " characters");
        }
        return text;
    }

    public static void checkCount(int objects, int maxObjects) throws ApiFailure {
        if (objects > maxObjects) {
            throw new ApiFailure(
                    ApiFailure.Kind.TOO_LARGE,
                    "there are more than " + maxObjects
                            + " objects: raise kubernetes.maxObjects, and the memory of the exporter with it");
        }
    }

    /** Its resource version, or that of the bookmark that stands in an object's place. */
    public String version() {
        return version;
    }

    /** The record; empty where the object is none of ours. */
    public Optional<T> record(ObjectName name) {
        return assembler.end(name);
    }
}
