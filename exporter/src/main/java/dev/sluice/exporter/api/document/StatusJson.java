package dev.sluice.exporter.api.document;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.sluice.exporter.api.view.ClusterStatus;
import dev.sluice.exporter.api.view.ExporterStatus;
import dev.sluice.exporter.api.view.PublisherView;
import dev.sluice.exporter.api.view.SourceState;
import dev.sluice.exporter.model.SourceStatus;
import dev.sluice.exporter.model.SourceStatus.Failure;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/** The JSON of /api/v1/status. What is not known is left out. */
public final class StatusJson {

    private final JsonGenerator json;
    private final Instant now;

    private StatusJson(JsonGenerator json, Instant now) {
        this.json = json;
        this.now = now;
    }

    public static byte[] encode(ExporterStatus status, Instant now) {
        return JsonDocument.encode(json -> new StatusJson(json, now).write(status));
    }

    private void write(ExporterStatus status) throws IOException {
        json.writeStartObject();
        json.writeStringField("version", status.version());
        json.writeStringField("startedAt", status.startedAt().toString());
        json.writeStringField("metricsAddress", status.metricsAddress());
        json.writeBooleanField("ready", status.ready());
        json.writeArrayFieldStart("clusters");
        for (ClusterStatus cluster : status.clusters()) {
            write(cluster);
        }
        json.writeEndArray();
        if (status.publisher().isPresent()) {
            write(status.publisher().get());
        }
        json.writeEndObject();
    }

    private void write(PublisherView publisher) throws IOException {
        json.writeObjectFieldStart("cloudwatch");
        json.writeBooleanField("publishing", publisher.publishing());
        if (publisher.lease().isPresent()) {
            PublisherView.Lease lease = publisher.lease().get();
            json.writeObjectFieldStart("lease");
            json.writeStringField("namespace", lease.namespace());
            json.writeStringField("name", lease.name());
            json.writeStringField("identity", lease.identity());
            writeText("holder", lease.holder());
            writeText("failure", lease.failure());
            json.writeEndObject();
        }
        json.writeEndObject();
    }

    private void write(ClusterStatus cluster) throws IOException {
        json.writeStartObject();
        writeMembers(cluster);
        json.writeEndObject();
    }

    /** What stands in the object of one cluster. */
    static void writeMembers(JsonGenerator json, ClusterStatus cluster, Instant now) throws IOException {
        new StatusJson(json, now).writeMembers(cluster);
    }

    private void writeMembers(ClusterStatus cluster) throws IOException {
        json.writeStringField("name", cluster.name());
        json.writeBooleanField("ready", cluster.ready());
        writeInstant("tokenExpiresAt", cluster.tokenExpiresAt());
        json.writeArrayFieldStart("sources");
        for (SourceStatus source : cluster.sources()) {
            write(source);
        }
        json.writeEndArray();
    }

    private void write(SourceStatus source) throws IOException {
        json.writeStartObject();
        json.writeStringField("name", source.source());
        json.writeStringField("state", SourceState.of(source, now).label());
        if (!source.apiVersion().isEmpty()) {
            json.writeStringField("apiVersion", source.apiVersion());
        }
        if (!source.release().isEmpty()) {
            json.writeStringField("release", source.release());
        }
        writeInstant("observedAt", source.observedAt());
        Optional<Duration> age = source.age(now);
        if (age.isPresent()) {
            writeSeconds("ageSeconds", age.get());
        }
        writeSeconds("maxAgeSeconds", source.maxAge());
        writeSeconds("lastDurationSeconds", source.lastDuration());
        json.writeNumberField("lastBytes", source.lastBytes());
        writeSeconds("intervalSeconds", source.interval());
        writeSeconds("configuredIntervalSeconds", source.pace().configured());
        json.writeNumberField("unreadableRecords", source.unreadable());
        if (source.problem().isPresent()) {
            json.writeStringField("problem", source.problem().get());
        }
        if (source.absent().isPresent()) {
            json.writeStringField("absent", source.absent().get());
        }
        if (source.failure().isPresent()) {
            write(source.failure().get());
        }
        json.writeEndObject();
    }

    private void write(Failure failure) throws IOException {
        json.writeObjectFieldStart("failure");
        json.writeStringField("kind", failure.kind().label());
        json.writeStringField("message", failure.message());
        json.writeStringField("since", failure.since().toString());
        json.writeEndObject();
    }

    private void writeInstant(String name, Optional<Instant> instant) throws IOException {
        if (instant.isPresent()) {
            json.writeStringField(name, instant.get().toString());
        }
    }

    private void writeText(String name, Optional<String> text) throws IOException {
        if (text.isPresent()) {
            json.writeStringField(name, text.get());
        }
    }

    private void writeSeconds(String name, Duration duration) throws IOException {
        JsonDocument.seconds(json, name, duration);
    }
}
