package dev.sluice.exporter.sink.cloudwatch;

import dev.sluice.exporter.api.view.PublisherView;
import dev.sluice.exporter.kubernetes.KubernetesAccess;
import dev.sluice.exporter.kubernetes.LeaseCandidate;
import dev.sluice.exporter.model.kubernetes.ObjectName;
import dev.sluice.exporter.poll.Time;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.UUID;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Leader election with a Kubernetes Lease among several exporters. Retries, and publishes nothing, until access to the
 * API server is configured.
 */
final class CloudWatchLease implements Leadership {

    private static final Logger LOG = LoggerFactory.getLogger(CloudWatchLease.class);

    private final Vertx vertx;
    private final Time time;
    private final ObjectName name;
    private final KubernetesAccess access;
    private final String identity;
    private volatile Optional<LeaseCandidate> candidate = Optional.empty();
    /** The reason why there is no access to the API server. */
    private volatile Optional<String> failure = Optional.empty();

    CloudWatchLease(Vertx vertx, Time time, CloudWatchConfig.Lease config, Map<String, String> environment) {
        this.vertx = vertx;
        this.time = time;
        this.name = new ObjectName(config.namespace().orElseThrow(), config.name());
        this.access = new KubernetesAccess(vertx, config.access(environment));
        // After a restart, a pod of the same name is another process. The new process must wait like all other
        // processes.
        this.identity = environment.getOrDefault("HOSTNAME", "sluice") + "_" + UUID.randomUUID();
    }

    void start() {
        access.open(this::campaign, this::failed);
    }

    private void failed(Throwable now) {
        Optional<String> message = Optional.of(String.valueOf(now.getMessage()));
        if (!failure.equals(message)) {
            LOG.atWarn().addKeyValue("failure", message.get()).log("cannot elect the cloudwatch leader");
        }
        failure = message;
    }

    private void campaign(KubernetesClient client) {
        LeaseCandidate opened = new LeaseCandidate(vertx, time, client, name, identity);
        failure = Optional.empty();
        candidate = Optional.of(opened);
        opened.start();
    }

    @Override
    public OptionalLong term() {
        return candidate.map(LeaseCandidate::term).orElseGet(OptionalLong::empty);
    }

    /** Returns the state for the status page. */
    PublisherView.Lease view() {
        return new PublisherView.Lease(
                name.namespace(),
                name.name(),
                identity,
                candidate.map(LeaseCandidate::holder).filter(holder -> !holder.isEmpty()),
                failure.or(() -> candidate.flatMap(LeaseCandidate::failure)));
    }

    /**
     * Stops the election. Releases the Lease for other exporters only after the last request of this process has ended.
     */
    Future<Void> stop(boolean release) {
        access.stop();
        return candidate.map(one -> one.stop(release)).orElseGet(Future::succeededFuture);
    }
}
