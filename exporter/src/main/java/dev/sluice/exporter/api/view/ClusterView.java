package dev.sluice.exporter.api.view;

import dev.sluice.exporter.derive.pending.Constraints;
import dev.sluice.exporter.derive.scaling.pool.PoolName;
import dev.sluice.exporter.derive.signal.DecisionHistory.Decision;
import dev.sluice.exporter.derive.signal.Signal;
import dev.sluice.exporter.model.SlurmSource;
import dev.sluice.exporter.model.SourceStatus;
import dev.sluice.exporter.model.controller.PrivateData;
import dev.sluice.exporter.publish.PublishedCounts;
import dev.sluice.exporter.publish.PublishedNodes;
import dev.sluice.exporter.publish.PublishedQueue;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The data from which one cluster's published values are computed: the observations and sums that the metrics also use.
 *
 * @param ready true after the first complete poll, even if later polls fail
 * @param tokenExpiresAt expiry of the slurmrestd token; empty if the expiry is unknown
 * @param sources state of the cluster's sources, in display order
 * @param counts published numbers of jobs by state; empty before the first count
 * @param queue the cluster's jobs; empty before the first poll
 * @param nodes the cluster's nodes; empty before the first poll
 * @param signal the demand for nodes
 * @param decisions latest decisions on the cluster's NodeSets, oldest first
 * @param constraints limits of the cluster's jobs, except the limits of the nodes, from the last poll
 * @param privateData data that Slurm hides from users, from the last poll
 */
public record ClusterView(
        String name,
        boolean ready,
        Optional<Instant> tokenExpiresAt,
        List<SourceStatus> sources,
        Optional<PublishedCounts> counts,
        Optional<PublishedQueue> queue,
        Optional<PublishedNodes> nodes,
        Signal signal,
        Map<PoolName, List<Decision>> decisions,
        Constraints constraints,
        PrivateData privateData) {

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

    /** Returns the numbers of jobs by state; empty if the numbers are too old. */
    public Optional<PublishedCounts> countsAt(Instant now) {
        return counts.filter(published -> published.expiresAt().isAfter(now));
    }

    /** Returns the queue; empty if the queue data is too old. */
    public Optional<PublishedQueue> queueAt(Instant now) {
        return withheld(SlurmSource.JOBS, now).isPresent() ? Optional.empty() : queue;
    }

    /** Returns the nodes; empty if the node data is too old. */
    public Optional<PublishedNodes> nodesAt(Instant now) {
        return withheld(SlurmSource.NODES, now).isPresent() ? Optional.empty() : nodes;
    }

    /** Returns the limits of jobs, except the limits of the nodes. Omits outdated data. */
    public Constraints constraintsAt(Instant now) {
        return new Constraints(
                shown(SlurmSource.PARTITIONS, constraints.partitions(), now),
                shown(SlurmSource.QOS, constraints.qos(), now),
                shown(SlurmSource.ASSOCIATIONS, constraints.associations(), now),
                shown(SlurmSource.LICENSES, constraints.licenses(), now),
                shown(SlurmSource.RESERVATIONS, constraints.reservations(), now),
                shown(SlurmSource.SHARES, constraints.shares(), now),
                constraints.select());
    }

    private <T> List<T> shown(SlurmSource source, List<T> records, Instant now) {
        return withheld(source, now).isPresent() ? List.of() : records;
    }

    /** Returns the reason for hiding a source's data, as a sentence; empty if the data is shown. */
    public Optional<String> withheld(SlurmSource source, Instant now) {
        Optional<SourceStatus> found = source(source);
        Optional<Instant> observedAt = found.flatMap(SourceStatus::observedAt);
        if (found.isEmpty() || observedAt.isEmpty()) {
            return Optional.of(because(source) + source.label() + " have not been read yet");
        }
        if (found.get().state(now) != SourceStatus.SourceState.STALE) {
            return Optional.empty();
        }
        return Optional.of(because(source) + source.label() + " are from "
                + observedAt.get().truncatedTo(ChronoUnit.SECONDS) + ", older than the limit of "
                + found.get().maxAge().toSeconds() + " s");
    }

    public Optional<SourceStatus> source(SlurmSource source) {
        return sources.stream().filter(source::is).findFirst();
    }

    /** Returns the failure of a source, as the beginning of a sentence. */
    private String because(SlurmSource source) {
        return source(source)
                .flatMap(SourceStatus::failure)
                .map(failure -> failure.message() + " since " + failure.since().truncatedTo(ChronoUnit.SECONDS) + "; ")
                .orElse("");
    }
}
