package dev.sluice.exporter.kubernetes.decode;

import dev.sluice.common.kubernetes.ApiFailure;
import dev.sluice.common.log.OutsideText;
import dev.sluice.exporter.model.kubernetes.ObjectName;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;

/** Reads one object after another. Reads the common members itself, and reads all other members with the assembler. */
public final class ObjectReader<T> {

    /** Kubernetes' limit for the length of a name. */
    private static final int MAX_NAME = 253;
    /** Maximum length of a string. A longer string is truncated, because the end of a message is not used. */
    private static final int MAX_TEXT = 4096;
    /** Maximum length of a resource version or page token. Real versions and tokens are far shorter. */
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

    /** Records a member of the wrong type. */
    public void wrongType() {
        wrongType = true;
    }

    public void endElement(KubeField field) {
        assembler.endElement(field);
    }

    /** Returns the object's name; empty for an invalid name or an unreadable object. */
    public Optional<ObjectName> name() {
        boolean bad = wrongType || !assembler.isReadable() || name.isEmpty() || !allowed(name) || !allowed(namespace);
        return bad ? Optional.empty() : Optional.of(new ObjectName(namespace, name));
    }

    /**
     * Kubernetes allows only letters, digits and a few punctuation marks in names. A name with unprintable characters
     * does not come from Kubernetes.
     */
    private static boolean allowed(String name) {
        return name.length() <= MAX_NAME && OutsideText.printable(name).equals(name);
    }

    /**
     * Checks a resource version or page token. The exporter sends the version or token back to the server without
     * changes.
     */
    public static String position(String text) throws ApiFailure {
        if (text.length() > MAX_POSITION) {
            throw new ApiFailure(
                    ApiFailure.Kind.TOO_LARGE,
                    "the response has a version or page token of more than " + MAX_POSITION + " characters");
        }
        return text;
    }

    public static void checkCount(int objects, int maxObjects) throws ApiFailure {
        if (objects > maxObjects) {
            throw new ApiFailure(
                    ApiFailure.Kind.TOO_LARGE,
                    "more than " + maxObjects + " objects: raise kubernetes.maxObjects and the exporter's memory");
        }
    }

    /** Returns the resource version of the object or of the bookmark. */
    public String version() {
        return version;
    }

    /** Returns the record; empty for objects outside the selection. */
    public Optional<T> record(ObjectName name) {
        return assembler.end(name);
    }
}
