package dev.sluice.exporter.slurm.decode;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.exporter.derive.Capacity;
import dev.sluice.exporter.derive.SeriesBudgets;
import dev.sluice.exporter.derive.join.NodeSetLookup;
import dev.sluice.exporter.derive.usage.JobUsage;
import dev.sluice.exporter.derive.usage.NodeUsage;
import dev.sluice.exporter.derive.usage.UsageCounts;
import dev.sluice.exporter.model.job.Job;
import dev.sluice.exporter.truth.tool.Fields;
import dev.sluice.exporter.truth.tool.ToolCommand;
import dev.sluice.exporter.truth.tool.ToolTexts;
import dev.sluice.fixtures.Capture;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Compares the usage during a minute with the allocations that squeue and scontrol show. */
class CapturedUsageTest {

    private static final long SECONDS = 60;
    private static final Pattern GPUS = Pattern.compile("gres/gpu=(\\d+)");
    private static final Pattern CPUS = Pattern.compile("cpu=(\\d+)");

    @ParameterizedTest
    @MethodSource("dev.sluice.exporter.slurm.decode.CapturedReleases#all")
    void accountsUseWhatSqueueShowsAsAllocated(String release, String version) throws Exception {
        Capture capture = Capture.of(release);
        List<Job> jobs = CapturedReleases.jobs(release, version);
        Instant at = ToolTexts.captured(release).at();
        JobUsage usage = new JobUsage(SeriesBudgets.named(50, 50), JobUsage.State.NONE);
        usage.observe(jobs, List.of(), NodeSetLookup.NONE, at);
        usage.publish();
        usage.observe(jobs, List.of(), NodeSetLookup.NONE, at.plusSeconds(SECONDS));
        UsageCounts counts = usage.publish();

        Map<String, Double> gpuSeconds = new TreeMap<>();
        Map<String, Double> cpuSeconds = new TreeMap<>();
        counts.accounts().forEach((account, owned) -> {
            gpuSeconds.put(
                    account,
                    owned.gpuSeconds().values().stream()
                            .mapToDouble(Double::doubleValue)
                            .sum());
            cpuSeconds.put(account, owned.cpuSeconds());
        });
        gpuSeconds.values().removeIf(seconds -> seconds == 0);
        cpuSeconds.values().removeIf(seconds -> seconds == 0);
        assertThat(gpuSeconds).hasSizeGreaterThan(3).isEqualTo(inSqueue(capture, GPUS));
        assertThat(cpuSeconds).isEqualTo(inSqueue(capture, CPUS));
    }

    /** Returns the allocations of the running jobs of each account, multiplied by the seconds. */
    private static Map<String, Double> inSqueue(Capture capture, Pattern resource) {
        List<String> lines = capture.text("cli/squeue-tres.txt").lines().toList();
        String header = lines.get(0);
        Map<String, Double> sums = new TreeMap<>();
        for (String line : lines.subList(1, lines.size())) {
            Matcher found = resource.matcher(column(header, line, "TRES_ALLOC"));
            if (column(header, line, "STATE").equals("RUNNING") && found.find()) {
                sums.merge(column(header, line, "ACCOUNT"), SECONDS * Double.parseDouble(found.group(1)), Double::sum);
            }
        }
        return sums;
    }

    private static String column(String header, String line, String name) {
        int start = header.indexOf(" " + name + " ") + 1;
        int end = start + name.length();
        while (end < header.length() && header.charAt(end) == ' ') {
            end++;
        }
        return line.substring(start, Math.min(end, line.length())).trim();
    }

    @ParameterizedTest
    @MethodSource("dev.sluice.exporter.slurm.decode.CapturedReleases#all")
    void nodesUseWhatScontrolShowsAsAllocated(String release, String version) throws Exception {
        Capacity.Summary nodes = Capacity.Summary.of(CapturedReleases.nodes(release, version), List.of());
        NodeUsage usage = new NodeUsage(NodeUsage.State.NONE);
        usage.observe(nodes, Instant.ofEpochSecond(1000));
        usage.observe(nodes, Instant.ofEpochSecond(1000 + SECONDS));

        double allocated = usage.state().sums().entrySet().stream()
                .filter(sum -> sum.getKey().partition().isEmpty())
                .mapToDouble(sum -> NodeUsage.State.seconds(sum.getValue().allocated()))
                .sum();
        double inScontrol = ToolTexts.captured(release).records(ToolCommand.NODES).stream()
                .mapToLong(node -> Fields.tres(Fields.text(node, "AllocTRES")).getOrDefault("gres/gpu", 0L))
                .sum();
        assertThat(allocated).isPositive().isEqualTo(SECONDS * inScontrol);
    }
}
