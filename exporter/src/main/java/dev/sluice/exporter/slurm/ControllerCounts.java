package dev.sluice.exporter.slurm;

import dev.sluice.common.tls.ClientTls;
import dev.sluice.exporter.config.schema.HttpUrl;
import dev.sluice.exporter.config.schema.Location;
import dev.sluice.exporter.config.schema.TextType;
import dev.sluice.exporter.model.FailureKind;
import dev.sluice.exporter.model.cluster.Controller;
import dev.sluice.exporter.model.cluster.ControllerConf;
import dev.sluice.exporter.model.job.JobCounts;
import dev.sluice.exporter.poll.FetchFailure;
import dev.sluice.exporter.poll.Fetched;
import dev.sluice.exporter.slurm.decode.NativeCountsReader;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * Reads the job counts that slurmctld itself serves. slurmctld of Slurm 25.11 and later serves the counts if
 * {@code MetricsType=metrics/openmetrics} is set. Needs no token. If the exporter discovered the address of slurmctld
 * and slurmctld is unreachable, the source is not available.
 */
public final class ControllerCounts {

    private static final List<String> PATHS =
            List.of("/metrics/jobs", "/metrics/partitions", "/metrics/jobs-users-accts");

    /** Port of slurmctld if slurm.conf sets no port. */
    private static final int DEFAULT_PORT = 6817;

    /**
     * First Slurm release in which slurmctld serves metrics. An older slurmctld logs an error for each HTTP request.
     */
    private static final String FIRST_RELEASE = "25.11";

    /**
     * The address of slurmctld's own metrics. The text form of the address is valid in the configuration file.
     *
     * @param read true if the exporter reads slurmctld's own metrics
     * @param url base URL, without {@code /metrics/jobs}; empty for the host from slurmrestd and the port from
     *     slurm.conf
     */
    public record Address(boolean read, Optional<HttpUrl> url) {

        @Override
        public String toString() {
            return url.map(HttpUrl::toString).orElse(read ? "auto" : "off");
        }

        public static final class Type implements TextType<Address> {

            private static final String SHAPES = "auto, off, or http://host:port";

            private final SlurmUrlType url = new SlurmUrlType();

            @Override
            public String description() {
                return SHAPES;
            }

            @Override
            public Address parse(String text, Location location) throws BadValue {
                if (text.equals("auto") || text.equals("off")) {
                    return new Address(text.equals("auto"), Optional.empty());
                }
                if (url.parse(text, location) instanceof HttpUrl http) {
                    return new Address(true, Optional.of(http));
                }
                throw new BadValue("expected " + SHAPES);
            }
        }
    }

    private final Vertx vertx;
    private final String cluster;
    private final Address where;
    private final Duration deadline;

    private Optional<String> host = Optional.empty();
    private String release = "";
    private int port = DEFAULT_PORT;
    private Optional<HttpUrl> asked = Optional.empty();
    private Optional<SlurmHttp> http = Optional.empty();

    /**
     * Creates the source without sending a request.
     *
     * @param where address of slurmctld; by default, the host that slurmrestd reports, with the port in slurm.conf
     */
    public ControllerCounts(Vertx vertx, String cluster, Address where, Duration deadline) {
        this.vertx = vertx;
        this.cluster = cluster;
        this.where = where;
        this.deadline = deadline;
    }

    /** Takes the release and the host of the active controller from a ping. */
    public void learn(Fetched<List<Controller>> ping) {
        release = ping.release().isEmpty() ? release : ping.release();
        ping.value().stream()
                .flatMap(List::stream)
                .filter(Controller::up)
                .findFirst()
                .ifPresent(up -> host = Optional.of(up.host()));
    }

    public void learnPort(Fetched<List<ControllerConf>> conf) {
        conf.value().stream()
                .flatMap(List::stream)
                .filter(one -> one.port() > 0)
                .forEach(one -> port = one.port());
    }

    public Future<Fetched<List<JobCounts>>> fetch() {
        if (!where.read()) {
            return absent("slurm.controllerMetrics is off");
        }
        if (where.url().isPresent()) {
            return read(where.url().get());
        }
        if (host.isEmpty()) {
            return absent("slurmrestd has not named the host of slurmctld yet");
        }
        if (release.isEmpty() || release.compareTo(FIRST_RELEASE) < 0) {
            return absent("slurmctld serves metrics from " + FIRST_RELEASE + " on, and its release is " + release);
        }
        return read(new HttpUrl(false, host.get(), port, "")).recover(ControllerCounts::absentIfUnreachable);
    }

    private Future<Fetched<List<JobCounts>>> read(HttpUrl address) {
        SlurmHttp server = server(address);
        Future<NativeCountsReader> read = Future.succeededFuture(new NativeCountsReader());
        for (String path : PATHS) {
            read = read.compose(reader -> server.get(path, deadline, (head, body) -> read(head, body, reader, path)));
        }
        return read.compose(reader -> vertx.executeBlocking(reader::counts)
                .map(counts -> new Fetched<>(
                        Optional.of(List.of(counts)), "openmetrics", release, reader.bytes(), 0, Optional.empty())));
    }

    private SlurmHttp server(HttpUrl address) {
        if (http.isEmpty() || asked.filter(address::equals).isEmpty()) {
            close();
            asked = Optional.of(address);
            http = Optional.of(new SlurmHttp(
                    vertx,
                    new SlurmConnection(
                            cluster, address, "", TokenReader.none(), ClientTls.DEFAULTS, Optional.empty(), deadline)));
        }
        return http.orElseThrow();
    }

    public Future<Void> close() {
        return http.map(SlurmHttp::close).orElseGet(Future::succeededFuture);
    }

    private static Future<Fetched<List<JobCounts>>> absentIfUnreachable(Throwable failure) {
        return failure instanceof FetchFailure known
                        && (known.kind() == FailureKind.UNREACHABLE || known.kind() == FailureKind.TIMEOUT)
                ? absent("slurmctld cannot be reached from here: " + known.message()
                        + "; slurm.controllerMetrics can name its address")
                : Future.failedFuture(failure);
    }

    private static <T> Future<T> absent(String reason) {
        return Future.failedFuture(FetchFailure.absent(reason));
    }

    private static NativeCountsReader read(
            SlurmHttp.Head head, InputStream body, NativeCountsReader reader, String path) throws IOException {
        switch (head.status()) {
            case 200 -> reader.read(body);
            case 404 ->
                throw FetchFailure.absent("slurmctld does not serve " + path
                        + ": slurm.conf lacks MetricsType=metrics/openmetrics, or Slurm is older than "
                        + FIRST_RELEASE);
            case 401, 403 ->
                throw FetchFailure.absent("slurmctld serves " + path + " to administrators only: PrivateData is set");
            case 303 ->
                throw FetchFailure.absent(
                        "the slurmctld at this address is a standby; slurm.controllerMetrics can name another");
            default ->
                throw new FetchFailure(
                        FailureKind.UNEXPECTED_STATUS, "HTTP " + head.status() + " for " + path + " of slurmctld");
        }
        return reader;
    }
}
