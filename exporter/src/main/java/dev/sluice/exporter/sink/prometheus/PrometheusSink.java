package dev.sluice.exporter.sink.prometheus;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.sluice.exporter.metrics.Publication;
import dev.sluice.exporter.metrics.Sink;
import dev.sluice.exporter.metrics.family.MetricBatch;
import dev.sluice.exporter.metrics.family.MetricFamily;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentSkipListMap;

/**
 * Keeps the newest publications, encoded for /metrics, until the publications expire. Thread-safe: one thread
 * publishes, and other threads serve scrapes.
 */
public final class PrometheusSink implements Sink {

    private final Map<MetricFamily, FamilyLayout> catalogue;
    private final Map<ExpositionFormat, Fragment> ends = new EnumMap<>(ExpositionFormat.class);
    private final Clock clock;
    private final ConcurrentSkipListMap<Publication.Origin, Encoded> published = new ConcurrentSkipListMap<>();

    /**
     * @param catalogue all families of publications and live metrics, in the order of exposition
     * @throws IllegalArgumentException if two families have the same name, or if a name does not have the suffix of the
     *     family's type
     */
    public PrometheusSink(List<MetricFamily> catalogue, Clock clock) {
        this.clock = clock;
        try (var encoder = new FragmentEncoder()) {
            this.catalogue = layOut(catalogue, encoder);
            for (ExpositionFormat format : ExpositionFormat.values()) {
                encoder.append(format.end().getBytes(UTF_8));
                ends.put(format, encoder.finish(0));
            }
        }
    }

    /**
     * Encodes the batch of the publication. For 100,000 series, encoding takes about 30 ms of CPU time.
     *
     * @throws IllegalArgumentException if the batch contains a family that is not in the catalogue or breaks the
     *     visitor's contract; the previous publication stays in use
     */
    @Override
    public void publish(Publication publication) {
        var encoded = new Encoded(publication, catalogue);
        published.put(publication.origin(), encoded);
        dropExpired();
    }

    /** Returns the number of served series of the cluster, without live metrics. */
    public int seriesOf(String cluster) {
        dropExpired();
        return published.entrySet().stream()
                .filter(entry -> entry.getKey().cluster().equals(cluster))
                .mapToInt(entry -> entry.getValue().series())
                .sum();
    }

    /** Returns the current response: publications and live metrics. */
    Exposition exposition(ExpositionFormat format, NameFilter filter, MetricBatch live) {
        dropExpired();
        List<Map<FamilyLayout, Fragment>> parts = new ArrayList<>();
        published.values().forEach(encoded -> parts.add(encoded.fragments(format.sampleForm())));
        parts.add(BatchEncoder.encode(live, format.sampleForm(), catalogue));

        List<Fragment> fragments = new ArrayList<>();
        for (FamilyLayout layout : catalogue.values()) {
            if (filter.accepts(layout.family())) {
                List<Fragment> samples = parts.stream()
                        .map(part -> part.get(layout))
                        .filter(Objects::nonNull)
                        .toList();
                if (!samples.isEmpty()) {
                    List<Fragment> family = new ArrayList<>(samples.size() + 1);
                    family.add(layout.header(format));
                    family.addAll(samples);
                    format.start(family).ifPresent(fragments::add);
                    fragments.addAll(family);
                }
            }
        }
        fragments.add(Objects.requireNonNull(ends.get(format)));
        return new Exposition(fragments);
    }

    private void dropExpired() {
        Instant now = clock.instant();
        published.values().removeIf(encoded -> !now.isBefore(encoded.expiresAt()));
    }

    private static Map<MetricFamily, FamilyLayout> layOut(List<MetricFamily> families, FragmentEncoder encoder) {
        Map<MetricFamily, FamilyLayout> layouts = new LinkedHashMap<>();
        Set<String> names = new HashSet<>();
        for (MetricFamily family : families) {
            if (!names.add(ExpositionFormat.openMetricsName(family))) {
                throw new IllegalArgumentException(
                        family.name() + " is twice in the catalogue (type suffixes ignored)");
            }
            layouts.put(family, new FamilyLayout(family, encoder));
        }
        return Collections.unmodifiableMap(layouts);
    }
}
