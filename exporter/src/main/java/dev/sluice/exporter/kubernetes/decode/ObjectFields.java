package dev.sluice.exporter.kubernetes.decode;

import dev.sluice.common.kubernetes.ApiFailure;
import dev.sluice.common.log.OutsideText;
import dev.sluice.exporter.model.kubernetes.ObjectName;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;

/** The wanted members of one document, of one Kubernetes object, or of one element of an object's list. */
public final class ObjectFields {

    /** Kubernetes' limit for the length of a name. */
    private static final int MAX_NAME = 253;
    /** Maximum length of a string. A longer string is truncated, because the end of a message is not used. */
    private static final int MAX_TEXT = 4096;
    /** Maximum length of a resource version or page token. Real versions and tokens are far shorter. */
    private static final int MAX_POSITION = 4096;

    private final Map<KubeField, Map<String, String>> values = new EnumMap<>(KubeField.class);
    private final Map<KubeField, List<ObjectFields>> elements = new EnumMap<>(KubeField.class);
    private boolean misread;

    void put(KubeField field, String key, String text) {
        values.computeIfAbsent(field, unused -> new HashMap<>()).put(key, text);
    }

    void add(KubeField field, ObjectFields element) {
        elements.computeIfAbsent(field, unused -> new ArrayList<>()).add(element);
        misread |= element.misread;
    }

    /** Records a wanted member of the wrong type. */
    void wrongType() {
        misread = true;
    }

    /** Returns the exact values of a field that matches any name, by the names of the members. */
    public Map<String, String> members(KubeField field) {
        return values.getOrDefault(field, Map.of());
    }

    /** Returns the exact value of a field, as plain text; empty if missing. */
    public String exact(KubeField field) {
        return members(field).values().stream().findFirst().orElse("");
    }

    /** Returns the value of a field as printable text of limited length; empty if missing. */
    String text(KubeField field) {
        return shown(exact(field));
    }

    /** Returns a member of a field that matches any name, as printable text of limited length; empty if missing. */
    String member(KubeField field, String key) {
        return shown(members(field).getOrDefault(key, ""));
    }

    private static String shown(String text) {
        return OutsideText.printable(text.length() > MAX_TEXT ? text.substring(0, MAX_TEXT) : text);
    }

    boolean flag(KubeField field) {
        return exact(field).equals("true");
    }

    /** Returns the whole number of a field; empty if missing, negative, too large or not a number. */
    public OptionalInt number(KubeField field) {
        return number(exact(field));
    }

    static OptionalInt number(String text) {
        try {
            int number = Integer.parseInt(text);
            return number < 0 ? OptionalInt.empty() : OptionalInt.of(number);
        } catch (NumberFormatException e) {
            return OptionalInt.empty();
        }
    }

    /** Returns the elements of a list, in order. */
    public List<ObjectFields> elements(KubeField field) {
        return elements.getOrDefault(field, List.of());
    }

    /** Returns the last element of a list in which a field has a value; without members if there is no such element. */
    ObjectFields last(KubeField list, KubeField field, String value) {
        return elements(list).stream()
                .filter(element -> element.exact(field).equals(value))
                .reduce(new ObjectFields(), (before, next) -> next);
    }

    /** Returns the condition of a type; without members if the object has no such condition. */
    ObjectFields condition(String type) {
        return last(KubeField.CONDITION, KubeField.CONDITION_TYPE, type);
    }

    /** Returns true if this is a condition with the status True, not False or Unknown. */
    boolean holds() {
        return exact(KubeField.CONDITION_STATUS).equals("True");
    }

    /** Returns the object's name; empty for an invalid name, or if a member has the wrong type. */
    Optional<ObjectName> name() {
        String namespace = exact(KubeField.NAMESPACE);
        String name = exact(KubeField.NAME);
        return misread || name.isEmpty() || !allowed(name) || !allowed(namespace)
                ? Optional.empty()
                : Optional.of(new ObjectName(namespace, name));
    }

    /**
     * Kubernetes allows only letters, digits and a few punctuation marks in names. A name with unprintable characters
     * does not come from Kubernetes.
     */
    private static boolean allowed(String name) {
        return name.length() <= MAX_NAME && OutsideText.printable(name).equals(name);
    }

    /** Returns a resource version or page token, which the exporter sends back to the server without changes. */
    public String position(KubeField field) throws ApiFailure {
        String text = exact(field);
        if (text.length() > MAX_POSITION) {
            throw new ApiFailure(
                    ApiFailure.Kind.TOO_LARGE,
                    "the response has a version or page token of more than " + MAX_POSITION + " characters");
        }
        return text;
    }
}
