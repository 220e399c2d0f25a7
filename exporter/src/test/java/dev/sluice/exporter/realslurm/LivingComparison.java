package dev.sluice.exporter.realslurm;

import static dev.sluice.exporter.realslurm.Exposition.sum;

import dev.sluice.exporter.truth.ComparedFamily;
import dev.sluice.exporter.truth.Comparison;
import dev.sluice.exporter.truth.Explained;
import dev.sluice.exporter.truth.Exposed;
import dev.sluice.exporter.truth.LivingResult;
import dev.sluice.exporter.truth.tool.Shown;
import dev.sluice.exporter.truth.tool.SlurmTools;
import dev.sluice.exporter.truth.tool.ToolCommand;
import dev.sluice.exporter.truth.tool.ToolTexts;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionFactory;

/**
 * Compares the exporter's metrics for a live cluster with the output of Slurm's tools, family by family. The tools run
 * before and after the exporter. If a family changed in between, the next round compares this family.
 */
final class LivingComparison {

    private static final int SOURCES = 13;

    /** The served age can be half a second old, and a request can have been running when sdiag was called. */
    private static final double MARGIN = 0.6;

    private final RealCluster cluster;
    private final String url;
    private final Path folder;
    private final Set<String> open = new HashSet<>();
    private final Set<Comparison.Value> once = new HashSet<>();
    private final List<Comparison.Value> wrong = new ArrayList<>();
    private final SortedMap<String, LivingResult.Count> counts = new TreeMap<>();

    LivingComparison(RealCluster cluster, String url, Path folder) {
        this.cluster = cluster;
        this.url = url;
        this.folder = folder;
        ComparedFamily.all().forEach(family -> open.add(family.name()));
    }

    /** Runs rounds until each family was compared, or until the maximum number of rounds is reached. */
    LivingComparison untilComplete(int rounds) throws Exception {
        for (int i = 0; i < rounds && !open.isEmpty(); i++) {
            round();
        }
        return this;
    }

    void round() throws Exception {
        List<ToolCommand> commands = new ArrayList<>(List.of(ToolCommand.values()));
        commands.remove(ToolCommand.SDIAG);
        ToolTexts before = cluster.look(commands);
        Look look = expose();
        // Before the exporter's poll, the test reads the most volatile data last. After the poll, the test reads the
        // most volatile data first.
        Collections.reverse(commands);
        ToolTexts after = cluster.look(commands).with(look.after());
        compare(before.with(look.before()), look.exposed(), after);
    }

    private void compare(ToolTexts before, Exposed exposed, ToolTexts after) {
        // Exporters show times with fractions of seconds.
        ToolTexts later = after.at(after.at().plusSeconds(1));
        List<ComparedFamily> still = still(before, after.at(before.at()));
        Explained explained = Explained.of(
                Comparison.of(SlurmTools.show(before, later), exposed, still),
                SlurmTools.showSent(before, later),
                cluster.newestApiVersion());
        Set<String> differing = explained.unknown().stream()
                .map(value -> value.series().family())
                .collect(Collectors.toSet());
        for (ComparedFamily family : still) {
            if (!differing.contains(family.name())) {
                open.remove(family.name());
                once.removeIf(value -> value.series().family().equals(family.name()));
            }
        }
        // A value can change and change back between two reads. This does not occur in two consecutive rounds.
        wrong.addAll(explained.unknown().stream().filter(once::contains).toList());
        once.addAll(explained.unknown());
        count(explained);
    }

    /**
     * Returns the families that are equal in both reads. Includes families from sdiag only if no scheduler has run in
     * between.
     */
    private static List<ComparedFamily> still(ToolTexts before, ToolTexts after) {
        Shown first = SlurmTools.show(before, before);
        Shown second = SlurmTools.show(after, after);
        boolean sameCycles = cycles(before).equals(cycles(after));
        return ComparedFamily.all().stream()
                .filter(family -> first.same(second, family.name()))
                .filter(family -> sameCycles || !family.tool().equals("sdiag"))
                .toList();
    }

    private static List<String> cycles(ToolTexts texts) {
        return texts.of(ToolCommand.SDIAG).stream()
                .filter(line -> line.contains("Total cycles:"))
                .toList();
    }

    private void count(Explained explained) {
        for (Comparison.Value value : explained.values()) {
            if (value.listed() && !explained.unknown().contains(value)) {
                counts.merge(
                        value.series().family(),
                        new LivingResult.Count(1, explained.known().containsKey(value) ? 1 : 0),
                        LivingResult.Count::plus);
            }
        }
    }

    /**
     * The exporter's metrics, and the output of sdiag shortly before and after these metrics.
     *
     * @param before sdiag's output before the exporter's request
     */
    private record Look(ToolTexts before, Exposed exposed, ToolTexts after) {}

    /** Reads all metrics of a new exporter after every source has responded or is not available. */
    private Look expose() throws Exception {
        Path token = Path.of(cluster.setting("TOKEN_FILE"));
        try (StartedExporter app = StartedExporter.startWithJobs(folder, url, token, "{interval: 1s}")) {
            await().until(() -> settled(app.scrape()));
            ToolTexts before = cluster.look(List.of(ToolCommand.SDIAG));
            long asked = System.nanoTime();
            String text = await().until(app::text, served -> age(served) + MARGIN < seconds(asked));
            return new Look(before, Exposed.parse(text), cluster.look(List.of(ToolCommand.SDIAG)));
        }
    }

    private static ConditionFactory await() {
        return Awaitility.await().atMost(Duration.ofSeconds(60)).pollInterval(Duration.ofMillis(50));
    }

    private static double age(String served) {
        return Exposition.parse(served)
                .getOrDefault("sluice_source_age_seconds{cluster=\"brook\",source=\"diag\"}", Double.MAX_VALUE);
    }

    private static double seconds(long since) {
        return (System.nanoTime() - since) / 1e9;
    }

    /**
     * Two sources are not available: the test's user has no permission to read slurmdbd's statistics, and the name of
     * slurmctld's host does not resolve on this machine.
     */
    private static boolean settled(Map<String, Double> metrics) {
        return sum(metrics, "sluice_source_up") + sum(metrics, "sluice_source_absent") == SOURCES
                && sum(metrics, "slurm_qos_limit") > 0;
    }

    /** Returns the families that changed in every round. */
    Set<String> open() {
        return Set.copyOf(open);
    }

    /** Returns the differences found in two rounds. */
    List<Comparison.Value> wrong() {
        return List.copyOf(wrong);
    }

    LivingResult result() {
        return new LivingResult(cluster.setting("SLURM_RELEASE"), counts);
    }
}
