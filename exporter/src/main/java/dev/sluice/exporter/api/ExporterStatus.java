package dev.sluice.exporter.api;

import dev.sluice.exporter.derive.scaling.pool.PoolName;
import dev.sluice.exporter.derive.signal.ScalingHistory.Decision;
import dev.sluice.exporter.derive.signal.Signal;
import dev.sluice.exporter.derive.usage.MonthUsage;
import dev.sluice.exporter.derive.usage.PriceList;
import dev.sluice.exporter.model.SlurmSource;
import dev.sluice.exporter.model.SourceStatus;
import dev.sluice.exporter.publish.Published;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * The state of the exporter.
 *
 * @param metricsAddress URL of /metrics; a host of {@code 0.0.0.0} or {@code [::]} means all local addresses
 * @param clusters every configured cluster
 * @param publisher state of the CloudWatch publisher; empty while CloudWatch is off
 * @param prices configured prices
 */
public record ExporterStatus(
        String version,
        Instant startedAt,
        String metricsAddress,
        List<ClusterView> clusters,
        Optional<Publisher> publisher,
        PriceList prices) {

    public ExporterStatus {
        clusters = List.copyOf(clusters);
    }

    /**
     * Returns true if each cluster was read, or its failure is known. One failing cluster must not make a roll-out fail
     * for the others.
     */
    public boolean ready() {
        return clusters.stream().allMatch(ClusterView::known);
    }

    /**
     * The state of the CloudWatch publisher.
     *
     * @param publishing true if this process publishes
     */
    public record Publisher(boolean publishing) {}

    /**
     * The data from which one cluster's published values are computed: the observations and sums that the metrics also
     * use.
     *
     * @param ready true after the first complete poll, even if later polls fail
     * @param tokenExpiresAt expiry of the slurmrestd token; empty if the expiry is unknown
     * @param sources state of the cluster's sources, in display order
     * @param signal the demand for nodes
     * @param decisions latest decisions on the cluster's NodeSets, oldest first
     * @param usage returns the known months; called for requests that need them, on any thread
     */
    public record ClusterView(
            String name,
            boolean ready,
            Optional<Instant> tokenExpiresAt,
            List<SourceStatus> sources,
            Published published,
            Signal signal,
            Map<PoolName, List<Decision>> decisions,
            Supplier<List<MonthUsage>> usage) {

        public ClusterView {
            sources = List.copyOf(sources);
            decisions = Map.copyOf(decisions);
        }

        /** Returns true if the cluster is ready, or if each required source that has never been read failed. */
        public boolean known() {
            List<SourceStatus> required =
                    sources.stream().filter(SlurmSource::isRequired).toList();
            return ready
                    || (!required.isEmpty()
                            && required.stream()
                                    .allMatch(source -> source.observedAt().isPresent()
                                            || source.failure().isPresent()));
        }
    }
}
