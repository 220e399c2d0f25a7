package dev.sluice.exporter.slurm.decode;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.fixtures.Capture;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What each node of a captured cluster has and holds, against scontrol. */
class CapturedNodesTest {

    private static final Pattern MEMBER = Pattern.compile("(\\w+)=(\\S*)");
    private static final Pattern GPUS = Pattern.compile("gpu:(?:[^:,(]+:)?(\\d+)");
    private static final Pattern HELD_GPUS = Pattern.compile("gres/gpu=(\\d+)");

    private record Amount(long allocated, long all) {

        Amount plus(Amount other) {
            return new Amount(allocated + other.allocated, all + other.all);
        }
    }

    @ParameterizedTest
    @MethodSource("dev.sluice.exporter.slurm.decode.CapturedReleases#all")
    void showsCpusMemoryAndGpusAsScontrolDoes(String release, String version) throws Exception {
        Map<String, Amount> cpus = new TreeMap<>();
        Map<String, Amount> memory = new TreeMap<>();
        Map<String, Amount> gpus = new TreeMap<>();
        for (Map<String, String> node : scontrol(release)) {
            String name = node.get("NodeName");
            cpus.put(name, new Amount(number(node, "CPUAlloc"), number(node, "CPUEfctv")));
            memory.put(name, new Amount(number(node, "AllocMem") << 20, number(node, "RealMemory") << 20));
            Amount ofGpus = new Amount(
                    sum(HELD_GPUS, node.getOrDefault("AllocTRES", "")), sum(GPUS, node.getOrDefault("Gres", "")));
            if (ofGpus.all > 0) {
                gpus.put(name, ofGpus);
            }
        }

        assertThat(shown(release, version, "slurm_compute_node_cpus")).isEqualTo(cpus);
        assertThat(shown(release, version, "slurm_compute_node_memory_bytes")).isEqualTo(memory);
        assertThat(shown(release, version, "slurm_compute_node_gpus"))
                .isEqualTo(gpus)
                .isNotEmpty();
    }

    private static List<Map<String, String>> scontrol(String release) {
        return Capture.of(release)
                .text("cli/scontrol-show-nodes-oneline.txt")
                .lines()
                .map(line -> MEMBER.matcher(line)
                        .results()
                        .collect(Collectors.toMap(m -> m.group(1), m -> m.group(2), (first, second) -> first)))
                .toList();
    }

    private static long number(Map<String, String> node, String member) {
        return Long.parseLong(node.getOrDefault(member, ""));
    }

    private static long sum(Pattern counted, String text) {
        Matcher matcher = counted.matcher(text);
        return matcher.results()
                .mapToLong(found -> Long.parseLong(found.group(1)))
                .sum();
    }

    private static Map<String, Amount> shown(String release, String version, String family) throws IOException {
        Map<String, Amount> shown = new TreeMap<>();
        for (CapturedMetrics.Sample sample : CapturedMetrics.of(release, version)) {
            if (sample.family().equals(family)) {
                long value = (long) sample.value();
                boolean allocated = "allocated".equals(sample.labels().get("state"));
                shown.merge(
                        sample.labels().getOrDefault("node", ""),
                        new Amount(allocated ? value : 0, value),
                        Amount::plus);
            }
        }
        return shown;
    }
}
