package dev.sluice.exporter.api.document;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.sluice.exporter.api.view.ClusterStatus;
import dev.sluice.exporter.api.view.ExporterStatus;
import dev.sluice.exporter.api.view.PublisherView;
import dev.sluice.exporter.api.view.SourceState;
import dev.sluice.exporter.model.SlurmSource;
import dev.sluice.exporter.model.SourceStatus;
import java.time.Instant;

/** The JSON of /api/v1/status. Omits unknown values. */
public final class StatusJson {

    private StatusJson() {}

    public static byte[] encode(ExporterStatus status, Instant now) {
        ObjectNode document = JsonDocument.object()
                .put("version", status.version())
                .put("startedAt", status.startedAt().toString())
                .put("metricsAddress", status.metricsAddress())
                .put("ready", status.ready());
        document.set("clusters", JsonDocument.array(status.clusters(), cluster -> cluster(cluster, now)));
        status.publisher().ifPresent(publisher -> document.set("cloudwatch", publisher(publisher)));
        return JsonDocument.bytes(document);
    }

    private static ObjectNode publisher(PublisherView publisher) {
        ObjectNode object = JsonDocument.object().put("publishing", publisher.publishing());
        publisher.lease().ifPresent(lease -> {
            ObjectNode described = object.putObject("lease")
                    .put("namespace", lease.namespace())
                    .put("name", lease.name())
                    .put("identity", lease.identity());
            lease.holder().ifPresent(holder -> described.put("holder", holder));
            lease.failure().ifPresent(failure -> described.put("failure", failure));
        });
        return object;
    }

    static ObjectNode cluster(ClusterStatus cluster, Instant now) {
        ObjectNode object = JsonDocument.object().put("name", cluster.name()).put("ready", cluster.ready());
        cluster.tokenExpiresAt().ifPresent(at -> object.put("tokenExpiresAt", at.toString()));
        cluster.countsAt(now).ifPresent(counts -> {
            ObjectNode described = object.putObject("jobCounts")
                    .put("source", counts.source().label())
                    .put("observedAt", counts.at().toString());
            JsonDocument.seconds(described, "ageSeconds", counts.age(now));
        });
        return object.set("sources", JsonDocument.array(cluster.sources(), source -> source(source, now)));
    }

    private static ObjectNode source(SourceStatus source, Instant now) {
        ObjectNode object = JsonDocument.object()
                .put("name", source.source())
                .put("state", SourceState.of(source, now).label());
        JsonDocument.text(object, "apiVersion", source.apiVersion());
        JsonDocument.text(object, "release", source.release());
        if (SlurmSource.JOBS.is(source) && source.observedAt().isPresent()) {
            object.put("reader", source.readBySqueue() ? SourceStatus.SQUEUE : "slurmrestd");
        }
        source.observedAt().ifPresent(at -> object.put("observedAt", at.toString()));
        source.age(now).ifPresent(age -> JsonDocument.seconds(object, "ageSeconds", age));
        JsonDocument.seconds(object, "maxAgeSeconds", source.maxAge());
        JsonDocument.seconds(object, "lastDurationSeconds", source.lastDuration());
        object.put("lastBytes", source.lastBytes());
        JsonDocument.seconds(object, "intervalSeconds", source.interval());
        JsonDocument.seconds(object, "configuredIntervalSeconds", source.pace().configured());
        object.put("unreadableRecords", source.unreadable());
        source.problem().ifPresent(problem -> object.put("problem", problem));
        source.absent().ifPresent(absent -> object.put("absent", absent));
        source.failure()
                .ifPresent(failure -> object.putObject("failure")
                        .put("kind", failure.kind().label())
                        .put("message", failure.message())
                        .put("since", failure.since().toString()));
        return object;
    }
}
