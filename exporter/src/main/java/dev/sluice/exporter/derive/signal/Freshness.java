package dev.sluice.exporter.derive.signal;

import dev.sluice.exporter.derive.signal.Signal.WithheldReason;
import dev.sluice.exporter.derive.signal.Signal.WithheldReason.Cause;
import dev.sluice.exporter.model.SlurmSource;
import dev.sluice.exporter.model.SourceStatus;
import dev.sluice.exporter.model.kubernetes.KubernetesSnapshot;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Stream;

/** Checks whether data was read completely and recently enough. */
public final class Freshness {

    /**
     * These sources are not required. Without Kubernetes nodes and the pods of other namespaces, the demand is valid,
     * and only the reasons of cordons and the GPUs of each machine are missing.
     */
    private static final Set<String> MACHINES = Set.of("kube-nodes", "kube-gpu-pods");

    private Freshness() {}

    /**
     * Returns false if a record of a Slurm node, a pod or a NodeSet could not be read: the unreadable record may be the
     * object that seems to be missing.
     *
     * @param slurm status of Slurm's sources
     */
    public static boolean isComplete(List<SourceStatus> slurm, KubernetesSnapshot kubernetes) {
        return Stream.concat(slurm.stream().filter(SlurmSource.NODES::is), objects(kubernetes))
                .allMatch(source -> source.answer().unreadable() == 0);
    }

    /** Returns true if the data on pods or NodeSets is too old to be served. */
    public static boolean nodeSetsAreStale(Instant now, KubernetesSnapshot kubernetes) {
        return objects(kubernetes).anyMatch(source -> source.stale(now));
    }

    private static Stream<SourceStatus> objects(KubernetesSnapshot kubernetes) {
        return kubernetes.resources().stream()
                .filter(source -> source.source().startsWith("kube-pods-")
                        || source.source().startsWith("kube-nodesets-"));
    }

    /**
     * Returns the first reason to withhold the signal, most severe kind first; empty if the data is usable.
     *
     * @param maxAge maximum age of the data of each source, regardless of how long the data is shown
     */
    static Optional<WithheldReason> withheldReason(
            List<SourceStatus> slurm, KubernetesSnapshot kubernetes, Instant now, Duration maxAge) {
        List<SourceStatus> needed = Stream.concat(
                        slurm.stream().filter(SlurmSource::isRequired),
                        kubernetes.resources().stream().filter(source -> needed(source, kubernetes.denied())))
                .toList();
        return first(needed, Freshness::unread)
                .or(() -> first(needed, source -> stale(source, now, maxAge)))
                .or(() -> first(needed, Freshness::partial));
    }

    /**
     * Data that the service account could never read is known to be missing, and is reported for the affected NodeSets.
     * Data that was readable earlier becomes stale like any other data.
     */
    private static boolean needed(SourceStatus source, Set<String> denied) {
        boolean neverRead =
                denied.contains(source.source()) && source.observedAt().isEmpty();
        return !neverRead && source.absent().isEmpty() && !MACHINES.contains(source.source());
    }

    private static Optional<WithheldReason> first(
            List<SourceStatus> sources, Function<SourceStatus, Optional<WithheldReason>> check) {
        return sources.stream().map(check).flatMap(Optional::stream).findFirst();
    }

    private static Optional<WithheldReason> unread(SourceStatus source) {
        return source.observedAt().isPresent()
                ? Optional.empty()
                : Optional.of(
                        new WithheldReason(Cause.FIRST_POLL, source.source() + " has not been read yet" + why(source)));
    }

    private static Optional<WithheldReason> stale(SourceStatus source, Instant now, Duration maxAge) {
        return source.observedAt().flatMap(at -> stale(source.source(), at, now, maxAge, why(source)));
    }

    /**
     * Returns the reason for stale data. The text does not change with time, because an HPA creates an event for each
     * new text.
     */
    static Optional<WithheldReason> stale(String what, Instant at, Instant now, Duration maxAge, String why) {
        return Duration.between(at, now).compareTo(maxAge) < 0
                ? Optional.empty()
                : Optional.of(new WithheldReason(
                        Cause.STALE,
                        what + " data is from " + at.truncatedTo(ChronoUnit.SECONDS) + ", older than the limit of "
                                + maxAge.toSeconds() + " s" + why));
    }

    private static Optional<WithheldReason> partial(SourceStatus source) {
        if (source.answer().unreadable() > 0) {
            return Optional.of(new WithheldReason(
                    Cause.PARTIAL, source.source() + " has " + source.answer().unreadable() + " unreadable records"));
        }
        return source.answer()
                .problem()
                .map(problem -> new WithheldReason(
                        Cause.PARTIAL, "the response for " + source.source() + " contains an error: " + problem));
    }

    private static String why(SourceStatus source) {
        return source.failure()
                .map(failure ->
                        " (" + failure.message() + ", since " + failure.since().truncatedTo(ChronoUnit.SECONDS) + ")")
                .orElse("");
    }

    /**
     * Returns the time at which the oldest data on the GPUs of machines is withdrawn, but not before the second next
     * list of Slurm's nodes; empty if required data has not been read, is too old, or has unreadable records: the GPUs
     * of a missing pod would count as free.
     *
     * @param nodes status of Slurm's nodes
     */
    public static Optional<Instant> machinesExpireAt(SourceStatus nodes, KubernetesSnapshot kubernetes) {
        if (kubernetes.nodes().isEmpty() || kubernetes.gpuPods().isEmpty()) {
            return Optional.empty();
        }
        List<SourceStatus> needed = Stream.concat(
                        Stream.of(nodes), kubernetes.resources().stream().filter(Freshness::isOfMachines))
                .toList();
        Instant at = nodes.observedAt().orElse(Instant.MIN);
        boolean complete = needed.stream()
                .allMatch(source -> source.observedAt().isPresent()
                        && !source.stale(at)
                        && source.answer().unreadable() == 0
                        && source.answer().problem().isEmpty());
        Duration until = nodes.pace().interval().multipliedBy(2);
        return needed.stream()
                .filter(source -> complete)
                .map(source -> Collections.max(List.of(source.expiresAt(), at.plus(until))))
                .min(Instant::compareTo);
    }

    private static boolean isOfMachines(SourceStatus source) {
        return MACHINES.contains(source.source()) || source.source().startsWith("kube-pods-");
    }
}
