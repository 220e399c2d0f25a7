package dev.sluice.exporter.slurm;

import dev.sluice.exporter.slurm.decode.SlurmApiVersion;
import dev.sluice.exporter.slurm.http.SlurmConnection;
import dev.sluice.exporter.slurm.http.SlurmHttp;
import io.vertx.core.Future;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Agrees on an API version with slurmrestd: the pinned version, or the newest version that both sides support.
 * Negotiates again if slurmrestd no longer offers the current version. Also negotiates again after slurmrestd was
 * unreachable, because slurmrestd may have been upgraded.
 */
final class ApiVersionNegotiation {

    private static final Logger LOG = LoggerFactory.getLogger(ApiVersionNegotiation.class);

    private final SlurmHttp http;
    private final String cluster;
    private final Duration deadline;
    private final Optional<SlurmApiVersion> pinned;
    private @Nullable Future<SlurmApiVersion> agreed;

    ApiVersionNegotiation(SlurmHttp http, SlurmConnection connection) {
        this.http = http;
        this.cluster = connection.cluster();
        this.deadline = connection.deadline();
        this.pinned = connection.pinned();
    }

    Future<SlurmApiVersion> version() {
        if (pinned.isPresent()) {
            return Future.succeededFuture(pinned.get());
        }
        if (agreed != null) {
            return agreed;
        }
        Future<SlurmApiVersion> asked = ask();
        agreed = asked;
        // Registers the handler after the assignment of the future, because the future may already have failed.
        asked.onFailure(unused -> forget());
        return asked;
    }

    /** Drops the agreed version; the next poll negotiates again. */
    void forget() {
        agreed = null;
    }

    boolean isPinned() {
        return pinned.isPresent();
    }

    private Future<SlurmApiVersion> ask() {
        return http.get("/openapi/v3", deadline, new OpenApiVersions())
                .onSuccess(version -> LOG.atInfo()
                        .addKeyValue("cluster", cluster)
                        .addKeyValue("api_version", version.label())
                        .log("agreed on an API version"));
    }
}
