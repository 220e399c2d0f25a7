package dev.sluice.exporter.api;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import dev.sluice.exporter.model.SlurmSource;
import dev.sluice.exporter.publish.Published;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.function.Function;

/**
 * The answer about one cluster.
 *
 * @param cluster name of the cluster; empty in a document that names the cluster
 * @param observed time and age of the data; empty if the content is withheld, or is not from a poll
 * @param withheld reason for withholding the content: its data is outdated or unknown
 */
record ClusterAnswer<T>(
        String cluster,
        @JsonUnwrapped Optional<DataAge> observed,
        Optional<String> withheld,
        @JsonUnwrapped Optional<T> content) {

    record DataAge(Instant observedAt, Duration ageSeconds) {

        /** The age is never negative. */
        static DataAge at(Instant observedAt, Instant now) {
            Duration age = Duration.between(observedAt, now);
            return new DataAge(observedAt, age.isNegative() ? Duration.ZERO : age);
        }
    }

    /** Returns an answer that cannot be withheld. */
    static <T> ClusterAnswer<T> of(ShownCluster cluster, T content) {
        return new ClusterAnswer<>(cluster.name(), Optional.empty(), Optional.empty(), Optional.of(content));
    }

    /** Returns an answer from an observation. */
    static <T> ClusterAnswer<T> of(ShownCluster cluster, Instant observedAt, T content) {
        Optional<DataAge> observed = Optional.of(DataAge.at(observedAt, cluster.now()));
        return new ClusterAnswer<>(cluster.name(), observed, Optional.empty(), Optional.of(content));
    }

    static <T> ClusterAnswer<T> ofJobs(ShownCluster cluster, Function<Published.Queue, T> content) {
        return cluster.queue()
                .map(queue -> of(cluster, queue.at(), content.apply(queue)))
                .orElseGet(() -> withheld(cluster, SlurmSource.JOBS));
    }

    static <T> ClusterAnswer<T> ofNodes(ShownCluster cluster, Function<Published.Nodes, T> content) {
        return cluster.nodes()
                .map(nodes -> of(cluster, nodes.at(), content.apply(nodes)))
                .orElseGet(() -> withheld(cluster, SlurmSource.NODES));
    }

    static <T> ClusterAnswer<T> withheld(ShownCluster cluster, SlurmSource source) {
        return new ClusterAnswer<>(
                cluster.name(),
                Optional.empty(),
                cluster.withheld(source).or(() -> Optional.of(source.label() + " are not known")),
                Optional.empty());
    }

    /** Returns this answer for a document that names the cluster. */
    ClusterAnswer<T> unnamed() {
        return new ClusterAnswer<>("", observed, withheld, content);
    }
}
