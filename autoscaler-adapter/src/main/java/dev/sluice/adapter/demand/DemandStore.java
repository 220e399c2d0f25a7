package dev.sluice.adapter.demand;

import dev.sluice.adapter.demand.Demand.ClusterDemand;
import dev.sluice.common.demand.DemandReport.ClusterReport;
import dev.sluice.common.demand.DemandReport.NodeSetReport;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongSupplier;
import java.util.stream.Collectors;

/**
 * Stores the last valid response of each exporter, and decides which demand is trusted. Published demand is trusted up
 * to a maximum age. Demand that an exporter withholds is no longer trusted.
 */
public final class DemandStore {

    /** Upper limit for the maximum age that an exporter sends, because older demand is unsuitable for scaling. */
    private static final Duration MAX_TRUSTED = Duration.ofMinutes(3);

    private final Map<String, String> exporters;
    private final Duration maxAge;
    private final Clock clock;
    private final LongSupplier nanoTime;
    private final Instant startedAt;
    private final Map<String, Memory> memories = new ConcurrentHashMap<>();

    /**
     * Creates an empty store.
     *
     * @param exporters readable address of each exporter by name, in the order of display
     * @param maxAge maximum age of trusted data if the exporter sends no maximum age
     * @param nanoTime as {@link System#nanoTime()}
     */
    public DemandStore(Map<String, String> exporters, Duration maxAge, Clock clock, LongSupplier nanoTime) {
        this.exporters = new LinkedHashMap<>(exporters);
        this.maxAge = maxAge;
        this.clock = clock;
        this.nanoTime = nanoTime;
        this.startedAt = clock.instant();
    }

    private record Memory(
            Optional<Instant> answeredAt, Optional<ReadFailure> failure, Map<String, LastReport> clusters) {

        private static final Memory NONE = new Memory(Optional.empty(), Optional.empty(), Map.of());
    }

    /**
     * The last report of one exporter on one cluster, and the last published demand.
     *
     * @param withheld the exporter's reason if the last report withholds the demand; empty if the last report has demand
     * @param since time, by the adapter's clock, at which the last published report arrived, or at which the first of
     *     several consecutive withheld reports arrived
     * @param known last report with demand
     * @param nodeSets NodeSets of {@code known}
     * @param observedNanos time of the data in {@code known}, on the scale of {@link System#nanoTime()}
     */
    private record LastReport(
            Optional<String> withheld,
            Instant since,
            Optional<ClusterReport> known,
            List<NodeSetReport> nodeSets,
            long observedNanos) {

        static final LastReport NONE = new LastReport(Optional.empty(), Instant.EPOCH, Optional.empty(), List.of(), 0);

        LastReport then(ClusterReport report, Instant now, long nanoTime) {
            if (!report.publishing()) {
                return new LastReport(
                        report.reason().or(() -> Optional.of("it gives no reason")),
                        withheld.isPresent() ? since : now,
                        known,
                        nodeSets,
                        observedNanos);
            }
            long observed = nanoTime - report.age().orElse(Duration.ZERO).toNanos();
            // Data cannot become younger, so a response with the same data and a smaller age is outdated.
            boolean same = known.filter(before -> before.observedAt().equals(report.observedAt()))
                    .isPresent();
            boolean younger = same && observedNanos - observed < 0;
            return new LastReport(
                    Optional.empty(),
                    now,
                    Optional.of(report),
                    report.nodeSets().orElse(List.of()),
                    younger ? observedNanos : observed);
        }

        Optional<Duration> age(long nanoTime) {
            return known.map(unused -> Duration.ofNanos(nanoTime - observedNanos));
        }
    }

    /**
     * Stores an exporter's response, and removes clusters that the exporter no longer reports. Ignores clusters without
     * NodeSets: an outage of such a cluster cannot hide a value.
     */
    public void answered(String exporter, List<ClusterReport> reports) {
        Instant now = clock.instant();
        long nanos = nanoTime.getAsLong();
        Map<String, LastReport> before = memory(exporter).clusters();
        Map<String, LastReport> after = new TreeMap<>();
        for (ClusterReport report : reports) {
            if (report.hasNoNodeSets()) {
                continue;
            }
            LastReport last = before.getOrDefault(report.cluster(), LastReport.NONE);
            after.put(report.cluster(), last.then(report, now, nanos));
        }
        memories.put(exporter, new Memory(Optional.of(now), Optional.empty(), Map.copyOf(after)));
    }

    public void failed(String exporter, ReadFailure failure) {
        Memory before = memory(exporter);
        memories.put(exporter, new Memory(before.answeredAt(), Optional.of(failure), before.clusters()));
    }

    private Memory memory(String exporter) {
        return memories.getOrDefault(exporter, Memory.NONE);
    }

    /** Returns a snapshot of the demand, with the reasons for distrust. Callable from any thread; never fails. */
    public Demand now() {
        long nanos = nanoTime.getAsLong();
        Map<String, List<ClusterDemand>> byCluster = new TreeMap<>();
        List<String> silent = new ArrayList<>();
        exporters.forEach((exporter, address) -> {
            Memory memory = memory(exporter);
            if (memory.answeredAt().isEmpty()) {
                silent.add(silence(address, memory, "the adapter started at " + seconds(startedAt)));
            }
            memory.clusters()
                    .forEach((cluster, last) -> byCluster
                            .computeIfAbsent(cluster, unused -> new ArrayList<>())
                            .add(demand(cluster, last, memory, address, nanos)));
        });
        return new Demand(byCluster.values().stream().map(DemandStore::merged).toList(), silent);
    }

    private ClusterDemand demand(String cluster, LastReport last, Memory memory, String address, long nanos) {
        Optional<ClusterReport> known = last.known();
        return new ClusterDemand(
                cluster,
                distrust(last, memory, address, nanos),
                known.flatMap(ClusterReport::observedAt),
                last.age(nanos),
                last.nodeSets(),
                known.flatMap(ClusterReport::partitions));
    }

    /**
     * Returns the reason for distrust. The same problem always has the same sentence, because an HPA creates an event
     * for each new sentence.
     */
    private Optional<String> distrust(LastReport last, Memory memory, String address, long nanos) {
        if (last.withheld().isPresent()) {
            return Optional.of("withheld by " + address + " since " + seconds(last.since()) + " ("
                    + last.withheld().get() + ")");
        }
        Duration trusted = last.known()
                .flatMap(ClusterReport::maxAge)
                .map(said -> said.compareTo(MAX_TRUSTED) > 0 ? MAX_TRUSTED : said)
                .orElse(maxAge);
        if (last.age(nanos).filter(age -> age.compareTo(trusted) > 0).isEmpty()) {
            return Optional.empty();
        }
        if (memory.failure().isPresent()) {
            return Optional.of(silence(
                    address,
                    memory,
                    memory.answeredAt().map(DemandStore::seconds).orElse("ever")));
        }
        String observedAt = last.known()
                .flatMap(ClusterReport::observedAt)
                .map(DemandStore::seconds)
                .orElse("an unknown time");
        return Optional.of("the data from " + address + " is from " + observedAt + ", older than the limit of "
                + trusted.toSeconds() + " s");
    }

    private static String silence(String address, Memory memory, String since) {
        String why = memory.failure().map(ReadFailure::message).orElse("not asked yet");
        return "no demand from " + address + " since " + since + " (" + why + ")";
    }

    /**
     * Merges the reports on one cluster from several exporters. Trusts the demand of the cluster only if exactly one
     * report is trusted.
     */
    private static ClusterDemand merged(List<ClusterDemand> reported) {
        List<ClusterDemand> trusted =
                reported.stream().filter(ClusterDemand::trusted).toList();
        if (trusted.size() == 1) {
            return trusted.get(0);
        }
        ClusterDemand newest = reported.stream()
                .max(Comparator.comparing(cluster -> cluster.observedAt().orElse(Instant.MIN)))
                .orElseThrow();
        String distrust = trusted.isEmpty()
                ? reported.stream()
                        .flatMap(cluster -> cluster.distrust().stream())
                        .collect(Collectors.joining("; "))
                : "reported by " + trusted.size()
                        + " exporters; configure it in one exporter only, or give it two names";
        return new ClusterDemand(
                newest.cluster(),
                Optional.of(distrust),
                newest.observedAt(),
                newest.age(),
                reported.stream()
                        .flatMap(cluster -> cluster.nodeSets().stream())
                        .distinct()
                        .toList(),
                newest.partitions());
    }

    private static String seconds(Instant time) {
        return time.truncatedTo(ChronoUnit.SECONDS).toString();
    }
}
