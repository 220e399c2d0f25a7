package dev.sluice.exporter.derive.signal;

import dev.sluice.exporter.derive.signal.Doubt.Cause;
import dev.sluice.exporter.model.KubernetesSnapshot;
import dev.sluice.exporter.model.ResourceStatus;
import dev.sluice.exporter.model.ResourceStatus.State;
import dev.sluice.exporter.model.SourceStatus;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/** Whether everything that a demand is made of has been read, whole and lately enough. */
final class Freshness {

    private static final Set<String> OF_SLURM = Set.of("nodes", "partitions", "jobs");

    /** Its loss costs the reasons of cordons; the numbers stand without it. */
    private static final String MACHINES = "kube-nodes";

    private Freshness() {}

    /** The first doubt, the worst kind first; none where all is well. */
    static Optional<Doubt> doubt(List<SourceStatus> slurm, KubernetesSnapshot kubernetes, Instant now) {
        List<SourceStatus> needed = Stream.concat(
                        slurm.stream().filter(source -> OF_SLURM.contains(source.source())),
                        kubernetes.resources().stream()
                                .filter(Freshness::needed)
                                .map(ResourceStatus::source))
                .toList();
        return first(needed, Freshness::unread)
                .or(() -> first(needed, source -> stale(source, now)))
                .or(() -> first(needed, Freshness::partial));
    }

    /** What our account may not read is known to be missing: it is said of the NodeSets that it concerns. */
    private static boolean needed(ResourceStatus resource) {
        return resource.state() != State.DENIED
                && resource.state() != State.ABSENT
                && !resource.source().source().equals(MACHINES);
    }

    private interface Check {
        Optional<Doubt> of(SourceStatus source);
    }

    private static Optional<Doubt> first(List<SourceStatus> sources, Check check) {
        return sources.stream().flatMap(source -> check.of(source).stream()).findFirst();
    }

    private static Optional<Doubt> unread(SourceStatus source) {
        return source.observedAt().isPresent()
                ? Optional.empty()
                : Optional.of(new Doubt(Cause.FIRST_POLL, source.source() + " has not been read yet" + why(source)));
    }

    private static Optional<Doubt> stale(SourceStatus source, Instant now) {
        return source.observedAt()
                .filter(at -> Duration.between(at, now).compareTo(source.maxAge()) >= 0)
                // Not its age: an HPA makes an event of each new sentence, and that one would be new every second.
                .map(at -> new Doubt(
                        Cause.STALE,
                        source.source() + " is as of " + at.truncatedTo(ChronoUnit.SECONDS) + ", older than the "
                                + source.maxAge().toSeconds() + " s that are trusted" + why(source)));
    }

    private static Optional<Doubt> partial(SourceStatus source) {
        if (source.unreadable() > 0) {
            return Optional.of(new Doubt(
                    Cause.PARTIAL, source.source() + " has " + source.unreadable() + " records that cannot be read"));
        }
        return source.problem()
                .map(problem ->
                        new Doubt(Cause.PARTIAL, source.source() + " came with an error beside its data: " + problem));
    }

    private static String why(SourceStatus source) {
        return source.failure()
                .map(failure -> " (" + failure.message() + ", since " + failure.since() + ")")
                .orElse("");
    }
}
