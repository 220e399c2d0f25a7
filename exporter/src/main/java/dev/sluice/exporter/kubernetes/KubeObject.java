package dev.sluice.exporter.kubernetes;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import dev.sluice.common.log.OutsideText;
import dev.sluice.exporter.json.JsonTree;
import dev.sluice.exporter.model.kubernetes.ObjectName;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * A Kubernetes object, or an object inside it. A missing member is empty. A member of another type than expected makes
 * the whole object {@link JsonTree.UnreadableValue unreadable}, because no default value may replace the member.
 */
record KubeObject(JsonTree json) {

    private static final int MAX_NAME = 253;
    /** Maximum length of a string. A longer string is truncated, because the end of a message is not used. */
    private static final int MAX_TEXT = 4096;

    /** Maps Kubernetes objects to records. */
    @FunctionalInterface
    interface Reader<T> {

        /** Returns the record; empty for objects outside the selection. */
        Optional<T> read(ObjectName name, KubeObject object);
    }

    static KubeObject of(JsonNode json) {
        return new KubeObject(new JsonTree(json));
    }

    private JsonNode at(Predicate<JsonNode> expected, String... path) {
        JsonNode found = json.at(path).node();
        JsonNode value = found.isNull() ? MissingNode.getInstance() : found;
        if (!value.isMissingNode() && !expected.test(value)) {
            throw new JsonTree.UnreadableValue();
        }
        return value;
    }

    boolean has(String... path) {
        return !at(any -> true, path).isMissingNode();
    }

    String exact(String... path) {
        return at(JsonNode::isTextual, path).asText("");
    }

    /** Returns a string as printable text of limited length. */
    String text(String... path) {
        return shown(exact(path));
    }

    /** Returns a string as printable text; empty for a value of another type. */
    String textIfText(String... path) {
        JsonNode found = json.at(path).node();
        return shown(found.isTextual() ? found.textValue() : "");
    }

    private static String shown(String text) {
        return OutsideText.printable(text.length() > MAX_TEXT ? text.substring(0, MAX_TEXT) : text);
    }

    /** Returns the first text that is not empty; empty if all are empty. */
    static String firstOf(String... texts) {
        return Stream.of(texts).filter(text -> !text.isEmpty()).findFirst().orElse("");
    }

    boolean flag(String... path) {
        return json.flag(path);
    }

    /** Returns a whole number; empty if missing, negative or too large. */
    OptionalInt number(String... path) {
        JsonNode number = at(JsonNode::isIntegralNumber, path);
        return number.canConvertToInt() && number.intValue() >= 0
                ? OptionalInt.of(number.intValue())
                : OptionalInt.empty();
    }

    /** Returns a count in the status. Controllers omit counts of 0, and report nothing before the first sync. */
    OptionalInt count(String name) {
        boolean zero = has("status", "observedGeneration") && !has("status", name);
        return zero ? OptionalInt.of(0) : number("status", name);
    }

    static OptionalInt wholeNumber(String text) {
        return text.matches("[0-9]{1,9}") ? OptionalInt.of(Integer.parseInt(text)) : OptionalInt.empty();
    }

    Map<String, String> quantities(String... path) {
        Map<String, String> quantities = new LinkedHashMap<>();
        at(JsonNode::isObject, path).properties().forEach(member -> {
            if (member.getValue().isValueNode()) {
                quantities.put(member.getKey(), member.getValue().asText());
            }
        });
        return quantities;
    }

    KubeObject object(String... path) {
        return new KubeObject(json.at(path));
    }

    List<KubeObject> elements(String... path) {
        return json.elements(path).stream().map(KubeObject::new).toList();
    }

    /** Returns true if this is a pod whose containers have all ended for good. */
    boolean hasEnded() {
        return Set.of("Succeeded", "Failed").contains(exact("status", "phase"));
    }

    /** Returns the condition of a type; without members if the object has no such condition. */
    KubeObject condition(String type) {
        return elements("status", "conditions").stream()
                .filter(condition -> condition.exact("type").equals(type))
                .reduce(of(MissingNode.getInstance()), (before, next) -> next);
    }

    /** Returns true if this is a condition with the status True, not False or Unknown. */
    boolean holds() {
        return exact("status").equals("True");
    }

    /** Returns the name of the controller; empty if the controller is of another group or kind. */
    String controller(String group, String kind) {
        KubeObject owner = elements("metadata", "ownerReferences").stream()
                .filter(reference -> reference.flag("controller"))
                .reduce(of(MissingNode.getInstance()), (before, next) -> next);
        return owner.exact("apiVersion").startsWith(group + "/")
                        && owner.exact("kind").equals(kind)
                ? owner.text("name")
                : "";
    }

    String label(String key) {
        return text("metadata", "labels", key);
    }

    String annotation(String key) {
        return text("metadata", "annotations", key);
    }

    boolean annotated(String key) {
        return has("metadata", "annotations", key);
    }

    /** Returns the time of the creation; the epoch if unreadable. */
    Instant creationTime() {
        try {
            return Instant.parse(exact("metadata", "creationTimestamp"));
        } catch (DateTimeException e) {
            return Instant.EPOCH;
        }
    }

    ObjectName name() {
        String namespace = exact("metadata", "namespace");
        String name = exact("metadata", "name");
        if (name.isEmpty() || !allowed(name) || !allowed(namespace)) {
            throw new JsonTree.UnreadableValue();
        }
        return new ObjectName(namespace, name);
    }

    /**
     * Kubernetes allows only letters, digits and a few punctuation marks in names. A name with unprintable characters
     * does not come from Kubernetes.
     */
    private static boolean allowed(String name) {
        return name.length() <= MAX_NAME && OutsideText.printable(name).equals(name);
    }
}
