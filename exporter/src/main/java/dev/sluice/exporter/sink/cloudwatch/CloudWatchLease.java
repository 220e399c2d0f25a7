package dev.sluice.exporter.sink.cloudwatch;

import dev.sluice.common.blocking.BlockingCall;
import dev.sluice.common.kubernetes.KubernetesClients;
import dev.sluice.exporter.api.view.PublisherView;
import dev.sluice.exporter.kubernetes.KubernetesSource;
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
    private static final long RETRY_MILLIS = 30_000;

    private final Vertx vertx;
    private final Time time;
    private final ObjectName name;
    private final BlockingCall<KubernetesClient> opening;
    private final String identity;
    private volatile State state = new State(Optional.empty(), Optional.empty(), false);

    /**
     * The progress of the election.
     *
     * @param failure reason why there is no access to the API server
     */
    private record State(Optional<LeaseCandidate> candidate, Optional<String> failure, boolean stopped) {}

    CloudWatchLease(Vertx vertx, Time time, CloudWatchConfig.Lease config, Map<String, String> environment) {
        this.vertx = vertx;
        this.time = time;
        this.name = new ObjectName(config.namespace().orElseThrow(), config.name());
        this.opening = KubernetesClients.opening(vertx, config.access(environment), KubernetesSource.USER_AGENT);
        // After a restart, a pod of the same name is another process. The new process must wait like all other
        // processes.
        this.identity = environment.getOrDefault("HOSTNAME", "sluice") + "_" + UUID.randomUUID();
    }

    void start() {
        if (state.stopped()) {
            return;
        }
        opening.result(vertx).onSuccess(this::campaign).onFailure(this::retry);
    }

    private void retry(Throwable failure) {
        if (state.stopped()) {
            return;
        }
        String message = String.valueOf(failure.getMessage());
        if (!state.failure().equals(Optional.of(message))) {
            LOG.atWarn().addKeyValue("failure", message).log("cannot elect the cloudwatch leader");
        }
        state = new State(Optional.empty(), Optional.of(message), false);
        vertx.setTimer(RETRY_MILLIS, unused -> start());
    }

    private void campaign(KubernetesClient client) {
        if (state.stopped()) {
            client.close();
            return;
        }
        LeaseCandidate candidate = new LeaseCandidate(vertx, time, client, name, identity);
        state = new State(Optional.of(candidate), Optional.empty(), false);
        candidate.start();
    }

    @Override
    public OptionalLong term() {
        return state.candidate().map(LeaseCandidate::term).orElseGet(OptionalLong::empty);
    }

    /** Returns the state for the status page. */
    PublisherView.Lease view() {
        State now = state;
        return new PublisherView.Lease(
                name.namespace(),
                name.name(),
                identity,
                now.candidate().map(LeaseCandidate::holder).filter(holder -> !holder.isEmpty()),
                now.failure().or(() -> now.candidate().flatMap(LeaseCandidate::failure)));
    }

    /**
     * Stops the election. Releases the Lease for other exporters only after the last request of this process has ended.
     */
    Future<Void> stop(boolean release) {
        Optional<LeaseCandidate> candidate = state.candidate();
        state = new State(Optional.empty(), Optional.empty(), true);
        return candidate.map(one -> one.stop(release)).orElseGet(Future::succeededFuture);
    }
}
