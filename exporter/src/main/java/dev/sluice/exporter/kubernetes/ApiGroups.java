package dev.sluice.exporter.kubernetes;

import dev.sluice.common.kubernetes.ApiClient;
import dev.sluice.common.kubernetes.ApiExchange;
import dev.sluice.common.kubernetes.ApiExchange.Limits;
import dev.sluice.common.kubernetes.ApiFailure;
import dev.sluice.common.kubernetes.KubernetesRequest;
import dev.sluice.common.kubernetes.Timers;
import dev.sluice.common.kubernetes.WatchTuning;
import dev.sluice.exporter.kubernetes.decode.FieldReader;
import dev.sluice.exporter.kubernetes.decode.FieldSink;
import dev.sluice.exporter.kubernetes.decode.FieldTree;
import dev.sluice.exporter.kubernetes.decode.KubeField;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Finds the API groups of the API server. Simultaneous callers share one small request. All watches that wait for a
 * missing group also share one request. Runs on one event loop.
 */
final class ApiGroups {

    private final ApiClient client;
    private final Timers timers;
    private final WatchTuning tuning;
    private final List<Consumer<Offered>> asking = new ArrayList<>();
    private final List<Consumer<Offered>> waiting = new ArrayList<>();
    private @Nullable ApiExchange exchange;
    private long timer;
    private boolean stopped;

    ApiGroups(ApiClient client, Timers timers, WatchTuning tuning) {
        this.client = client;
        this.timers = timers;
        this.tuning = tuning;
    }

    /**
     * The groups of the API server.
     *
     * @param versions groups and versions, such as {@code slinky.slurm.net/v1beta1}
     * @param failure reason why the groups are unknown; empty if the groups are known
     */
    record Offered(Set<String> versions, Optional<ApiFailure> failure) {

        /**
         * Returns the best supported version; empty if the group is not installed.
         *
         * @throws ApiFailure if the group has only unsupported versions, or the groups are unknown
         */
        Optional<String> best(WatchedResource.ApiGroup apiGroup) throws ApiFailure {
            if (failure.isPresent()) {
                throw failure.get();
            }
            String prefix = apiGroup.group() + "/";
            Optional<String> best = apiGroup.versions().stream()
                    .filter(version -> versions.contains(prefix + version))
                    .findFirst();
            List<String> others = versions.stream()
                    .filter(version -> version.startsWith(prefix))
                    .map(version -> version.substring(prefix.length()))
                    .sorted()
                    .toList();
            if (best.isEmpty() && !others.isEmpty()) {
                throw new ApiFailure(
                        ApiFailure.Kind.UNEXPECTED_STATUS,
                        "the API server offers " + apiGroup.group() + " in " + String.join(", ", others)
                                + "; Sluice reads " + String.join(", ", apiGroup.versions()));
            }
            return best;
        }
    }

    /** Requests the groups now. */
    void ask(Consumer<Offered> done) {
        asking.add(done);
        if (asking.size() == 1) {
            send();
        }
    }

    /** Requests the groups at the next check for missing groups. */
    void askLater(Consumer<Offered> done) {
        waiting.add(done);
        if (waiting.size() == 1) {
            timer = timers.set(tuning.recheck(), () -> {
                List<Consumer<Offered>> all = List.copyOf(waiting);
                waiting.clear();
                all.forEach(this::ask);
            });
        }
    }

    void stop() {
        stopped = true;
        timers.cancel(timer);
        if (exchange != null) {
            exchange.cancel();
        }
    }

    private void send() {
        Set<String> versions = new HashSet<>();
        FieldSink sink = document -> document.elements(KubeField.GROUP).stream()
                .map(group -> group.exact(KubeField.GROUP_VERSION))
                .filter(version -> !version.isEmpty())
                .forEach(versions::add);
        FieldTree tree = new FieldTree().with(Set.of(KubeField.GROUP, KubeField.GROUP_VERSION));
        exchange = client.send(
                KubernetesRequest.groups(),
                new Limits(tuning.deadline(), Duration.ZERO),
                new FieldReader(tree, sink),
                () -> {});
        exchange.end().onComplete(result -> {
            List<Consumer<Offered>> all = List.copyOf(asking);
            asking.clear();
            if (!stopped) {
                Optional<ApiFailure> failure =
                        Optional.ofNullable(result.cause()).map(ApiFailure::of).or(() -> nothing(versions));
                Offered offered = new Offered(failure.isPresent() ? Set.of() : versions, failure);
                all.forEach(done -> done.accept(offered));
            }
        });
    }

    /**
     * Every API server has at least one group. Therefore, a response without groups does not prove that a group is
     * missing.
     */
    private static Optional<ApiFailure> nothing(Set<String> versions) {
        return versions.isEmpty()
                ? Optional.of(new ApiFailure(ApiFailure.Kind.UNDECODABLE, "the response to /apis names no API group"))
                : Optional.empty();
    }
}
