package dev.sluice.exporter.slurm.decode;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.exporter.model.accounting.DbdStatistics;
import dev.sluice.exporter.model.cluster.Diag;
import dev.sluice.exporter.model.cluster.Diag.RpcCount;
import dev.sluice.exporter.model.cluster.Partition;
import dev.sluice.exporter.model.cluster.SelectType;
import dev.sluice.exporter.slurm.SourceAnswers;
import dev.sluice.exporter.truth.tool.Fields;
import dev.sluice.exporter.truth.tool.Sdiag;
import dev.sluice.exporter.truth.tool.ToolCommand;
import dev.sluice.exporter.truth.tool.ToolTexts;
import dev.sluice.fixtures.Capture;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Compares the data of every API version, except gauges, with the output of sdiag and scontrol for the same cluster.
 */
class CapturedSourcesTest {

    static Stream<Arguments> captures() {
        return CapturedReleases.all();
    }

    private static byte[] body(String release, String version, String path) {
        return Capture.of(release).bytes("rest/" + version + "/" + path + ".json");
    }

    @ParameterizedTest
    @MethodSource("captures")
    void countersAreThoseOfSdiag(String release, String version) throws Exception {
        Diag diag = SourceAnswers.diag(body(release, version, "slurm/diag"));
        Map<String, Double> sdiag = Sdiag.numbers(ToolTexts.captured(release).of(ToolCommand.SDIAG));
        Map<String, String> names = new HashMap<>();
        names.put(Diag.MAIN_CYCLES, "Main/Total cycles");
        names.put("schedule_exit.end_job_queue", "Main scheduler exit/End of job queue");
        names.put("bf_cycle_counter", "Backfilling stats/Total cycles");
        names.put("bf_exit.end_job_queue", "Backfill exit/End of job queue");
        names.put(Diag.BACKFILLED_JOBS, "Backfilling stats/Total backfilled jobs (since last slurm start)");
        names.put("jobs_submitted", "Jobs submitted");
        names.put("jobs_started", "Jobs started");
        names.put("jobs_completed", "Jobs completed");
        names.put("jobs_canceled", "Jobs canceled");
        names.put("jobs_failed", "Jobs failed");

        names.forEach((member, name) ->
                assertThat(sdiag).containsEntry(name, diag.number(member).orElse(-1)));
    }

    @ParameterizedTest
    @MethodSource("captures")
    void requestsLieBetweenTwoLooksOfSdiag(String release, String version) throws Exception {
        Diag diag = SourceAnswers.diag(body(release, version, "slurm/diag"));
        Map<String, long[]> before = rpcs(Capture.of(release).text("cli/sdiag.txt"));
        Map<String, long[]> after = rpcs(Capture.of(release).text("cli/sdiag-after.txt"));

        assertThat(diag.byType()).extracting(RpcCount::name).contains("REQUEST_NODE_INFO", "REQUEST_STATS_INFO");
        assertThat(diag.byUser()).extracting(RpcCount::name).contains("root");
        assertThat(Stream.concat(diag.byType().stream(), diag.byUser().stream()).map(RpcCount::name))
                .containsAll(before.keySet());
        for (RpcCount rpc :
                Stream.concat(diag.byType().stream(), diag.byUser().stream()).toList()) {
            long[] least = before.getOrDefault(rpc.name(), new long[2]);
            long[] most = after.getOrDefault(rpc.name(), new long[2]);
            assertThat(rpc.count()).as(rpc.name()).isBetween(least[0], most[0]);
            assertThat(rpc.micros()).as(rpc.name()).isBetween(least[1], most[1]);
        }
    }

    private static Map<String, long[]> rpcs(String sdiag) {
        Map<String, long[]> counts = new HashMap<>();
        Matcher line = Pattern.compile("\t(\\S+) +\\( *\\d+\\) count:(\\d+) +ave_time:\\d+ +total_time:(\\d+)")
                .matcher(sdiag);
        while (line.find()) {
            counts.put(line.group(1), new long[] {Long.parseLong(line.group(2)), Long.parseLong(line.group(3))});
        }
        return counts;
    }

    private static List<Partition> partitions(String release, String version) throws Exception {
        byte[] body = body(release, version, "slurm/partitions");
        return Answers.partitionRecords(body);
    }

    @ParameterizedTest
    @MethodSource("captures")
    void theTiersOfPartitionsAreThoseOfScontrol(String release, String version) throws Exception {
        Map<String, Long> expected = new TreeMap<>();
        for (Map<String, String> record : ToolTexts.captured(release).records(ToolCommand.PARTITIONS)) {
            expected.put(Fields.text(record, "PartitionName"), Fields.number(record, "PriorityTier"));
        }

        assertThat(partitions(release, version))
                .hasSize(11)
                .allSatisfy(
                        partition -> assertThat(expected).containsEntry(partition.name(), partition.priorityTier()));
    }

    @ParameterizedTest
    @MethodSource("captures")
    void theQosOfPartitionsAreThoseOfScontrol(String release, String version) throws Exception {
        Map<String, String> expected = new TreeMap<>();
        for (Map<String, String> record : ToolTexts.captured(release).records(ToolCommand.PARTITIONS)) {
            expected.put(
                    Fields.text(record, "PartitionName"),
                    Fields.text(record, "QoS").replace("N/A", ""));
        }

        assertThat(partitions(release, version))
                .hasSize(11)
                .allSatisfy(partition -> assertThat(expected).containsEntry(partition.name(), partition.qos()));
    }

    @Test
    void howNodesAreSharedIsThatOfScontrol() throws Exception {
        var conf = SourceAnswers.conf(body("26.05", "v0.0.45", "slurm/conf"));

        // SelectTypeParameters of scontrol show config: CR_CORE_MEMORY.
        assertThat(conf.select()).isEqualTo(SelectType.DEFAULT);
    }

    @Test
    void slurmdbdsStatisticsAreThoseOfSacctmgr() throws Exception {
        Capture capture = Capture.of("26.05");
        DbdStatistics dbd = SourceAnswers.dbd(capture.bytes("slurmdbd/diag-as-root.json"));
        String stats = capture.text("slurmdbd/sacctmgr-stats.txt");
        Matcher last = Pattern.compile("Last cycle: +(\\d+)").matcher(stats);
        assertThat(last.find()).isTrue();
        long lastCycle = Long.parseLong(last.group(1));
        Map<String, long[]> shown = rpcs(stats);

        // sacctmgr shows that the unit is microseconds, although the OpenAPI document says seconds.
        assertThat(dbd.rollups())
                .filteredOn(rollup -> rollup.period().equals("hourly"))
                .singleElement()
                .satisfies(rollup -> assertThat(rollup.lastMicros()).isEqualTo(lastCycle));
        assertThat(dbd.byType())
                .filteredOn(
                        rpc -> rpc.name().equals("DBD_ADD_QOS") || rpc.name().equals("DBD_JOB_START"))
                .hasSize(2)
                .allSatisfy(rpc -> {
                    long[] counts = shown.getOrDefault(rpc.name(), new long[2]);
                    assertThat(rpc.count()).isEqualTo(counts[0]);
                    assertThat(rpc.micros()).isEqualTo(counts[1]);
                });
    }
}
