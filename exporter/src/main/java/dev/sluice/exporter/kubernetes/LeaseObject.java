package dev.sluice.exporter.kubernetes;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import dev.sluice.common.kubernetes.ApiFailure;
import dev.sluice.exporter.kubernetes.decode.FieldSink;
import dev.sluice.exporter.kubernetes.decode.FieldTree;
import dev.sluice.exporter.kubernetes.decode.KubeField;
import dev.sluice.exporter.kubernetes.decode.Numbers;
import dev.sluice.exporter.kubernetes.lease.LeaseRecord;
import dev.sluice.exporter.kubernetes.lease.StoredLease;
import dev.sluice.exporter.model.kubernetes.ObjectName;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.util.EnumMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** Decodes a Lease, and makes the document that takes its place: with the labels and annotations that others gave it. */
final class LeaseObject implements FieldSink {

    private static final Set<KubeField> FIELDS = Set.of(
            KubeField.VERSION,
            KubeField.LABEL,
            KubeField.ANNOTATION,
            KubeField.LEASE_HOLDER,
            KubeField.LEASE_DURATION,
            KubeField.LEASE_ACQUIRED,
            KubeField.LEASE_RENEWED,
            KubeField.LEASE_TRANSITIONS);

    private static final JsonFactory JSON = new JsonFactory();

    private final Map<KubeField, String> values = new EnumMap<>(KubeField.class);
    private final Map<String, String> labels = new TreeMap<>();
    private final Map<String, String> annotations = new TreeMap<>();

    static FieldTree tree() {
        return new FieldTree().with(FIELDS);
    }

    @Override
    public void value(KubeField field, String key, String text) {
        switch (field) {
            case LABEL -> labels.put(key, text);
            case ANNOTATION -> annotations.put(key, text);
            default -> values.put(field, text);
        }
    }

    /** A write without a version would replace whatever is there. */
    @Override
    public void endRoot() throws ApiFailure {
        if (text(KubeField.VERSION).isEmpty()) {
            throw new ApiFailure(ApiFailure.Kind.UNDECODABLE, "the answer is no Lease: it has no resource version");
        }
    }

    StoredLease stored() {
        return new StoredLease(
                text(KubeField.VERSION),
                new LeaseRecord(
                        text(KubeField.LEASE_HOLDER),
                        number(KubeField.LEASE_DURATION),
                        text(KubeField.LEASE_ACQUIRED),
                        text(KubeField.LEASE_RENEWED),
                        number(KubeField.LEASE_TRANSITIONS)));
    }

    private String text(KubeField field) {
        return values.getOrDefault(field, "");
    }

    private int number(KubeField field) {
        return Numbers.of(text(field)).orElse(0);
    }

    /** The whole document; with a resource version it replaces the Lease of that version alone. */
    String with(ObjectName name, String version, LeaseRecord record) {
        var text = new StringWriter();
        try (JsonGenerator json = JSON.createGenerator(text)) {
            json.writeStartObject();
            json.writeStringField("apiVersion", "coordination.k8s.io/v1");
            json.writeStringField("kind", "Lease");
            json.writeObjectFieldStart("metadata");
            json.writeStringField("name", name.name());
            json.writeStringField("namespace", name.namespace());
            writeFilled(json, "resourceVersion", version);
            write(json, "labels", labels);
            write(json, "annotations", annotations);
            json.writeEndObject();
            json.writeObjectFieldStart("spec");
            // None at all where nobody holds it: an empty one is refused.
            writeFilled(json, "holderIdentity", record.holder());
            json.writeNumberField("leaseDurationSeconds", record.durationSeconds());
            writeFilled(json, "acquireTime", record.acquireTime());
            writeFilled(json, "renewTime", record.renewTime());
            json.writeNumberField("leaseTransitions", record.transitions());
            json.writeEndObject();
            json.writeEndObject();
        } catch (IOException e) {
            throw new UncheckedIOException("not even into memory", e);
        }
        return text.toString();
    }

    private static void writeFilled(JsonGenerator json, String name, String value) throws IOException {
        if (!value.isEmpty()) {
            json.writeStringField(name, value);
        }
    }

    private static void write(JsonGenerator json, String name, Map<String, String> values) throws IOException {
        if (!values.isEmpty()) {
            json.writeObjectFieldStart(name);
            for (Map.Entry<String, String> value : values.entrySet()) {
                json.writeStringField(value.getKey(), value.getValue());
            }
            json.writeEndObject();
        }
    }
}
