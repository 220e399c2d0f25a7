package dev.sluice.exporter.derive;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.exporter.derive.LimitUse.Used;
import dev.sluice.exporter.model.accounting.Association;
import dev.sluice.exporter.model.accounting.Limit;
import dev.sluice.exporter.model.accounting.LimitKind;
import dev.sluice.exporter.model.accounting.Qos;
import dev.sluice.exporter.slurm.SourceAnswers;
import dev.sluice.exporter.slurm.decode.Answers;
import dev.sluice.fixtures.Capture;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Tests that the usage equals slurmctld's own accounting in {@code scontrol show assoc_mgr} of the same cluster. */
class CapturedLimitUseTest {

    /** One limit of each kind on every account, user and QOS, so that all usage is visible. */
    private static final List<Limit> ALL = Stream.concat(
                    Stream.of(
                            new Limit(LimitKind.GRP_JOBS, "", 1),
                            new Limit(LimitKind.GRP_SUBMIT, "", 1),
                            new Limit(LimitKind.GRP_TRES, "cpu", 1),
                            new Limit(LimitKind.GRP_TRES, "mem", 1),
                            new Limit(LimitKind.GRP_TRES, "gres/gpu", 1)),
                    Stream.of("a100", "h100", "l40s").map(type -> new Limit(LimitKind.GRP_TRES, "gres/gpu:" + type, 1)))
            .toList();

    /**
     * slurmrestd truncates the task list of the job "irregular": squeue -r shows 151 tasks, but array_task_string
     * contains 19 tasks.
     */
    private static final long CUT_TASKS = 132;

    /** The accounts and QOS to which the job "irregular" belongs. */
    private static final Set<String> OF_CUT_JOB = Set.of("normal", "bio", "research", "root");

    static Stream<Arguments> captures() {
        return Stream.of("24.11", "26.05")
                .flatMap(release -> Capture.of(release).apiVersions().stream()
                        .map(version -> Arguments.argumentSet(release + " " + version, release, version)));
    }

    private static LimitUse use(String release, String version) throws Exception {
        return new LimitUse(
                Answers.jobRecords(body(release, version, "slurm/jobs-flags-all")),
                Answers.partitionRecords(body(release, version, "slurm/partitions")),
                SourceAnswers.associations(body(release, version, "slurmdb/associations")));
    }

    private static byte[] body(String release, String version, String path) {
        return Capture.of(release).bytes("rest/" + version + "/" + path + ".json");
    }

    @ParameterizedTest
    @MethodSource("captures")
    void everyQosUsesWhatSlurmctldCountsForIt(String release, String version) throws Exception {
        List<Qos> all = SourceAnswers.qos(body(release, version, "slurmdb/qos")).stream()
                .map(qos -> new Qos(qos.name(), ALL))
                .toList();

        Map<String, String> used = texts(use(release, version).ofQos(all));

        assertThat(used).hasSize(7).isEqualTo(shown(release, "QOS=(\\S+?)\\(\\d+\\) .*"));
    }

    @ParameterizedTest
    @MethodSource("captures")
    void everyAccountUsesWhatSlurmctldCountsForItAndThoseBelow(String release, String version) throws Exception {
        List<Association> all = SourceAnswers.associations(body(release, version, "slurmdb/associations")).stream()
                .filter(association -> association.user().isEmpty())
                .map(association ->
                        new Association(association.cluster(), association.account(), "", association.parent(), ALL))
                .toList();

        Map<String, String> used = texts(use(release, version).ofAccounts(all, NameRule.SHOW));

        assertThat(used).hasSize(8).isEqualTo(shown(release, "ClusterName=\\S+ Account=(\\S+) UserName= .*"));
    }

    @ParameterizedTest
    @MethodSource("captures")
    void onlyDaveHasALimitOfRunningJobs(String release, String version) throws Exception {
        List<Association> limited = SourceAnswers.associations(body(release, version, "slurmdb/associations")).stream()
                .filter(association -> !association.inherited().isEmpty())
                .toList();

        assertThat(limited).extracting(Association::user).containsExactly("dave");
        assertThat(limited.get(0).inherited()).containsExactly(new Limit(LimitKind.MAX_JOBS, "", 2));
    }

    private static Map<String, String> texts(Map<String, List<Used>> all) {
        Map<String, String> texts = new TreeMap<>();
        all.forEach((name, used) -> {
            StringBuilder text = new StringBuilder();
            used.forEach(one -> text.append(one.limit().kind().label())
                    .append(one.limit().tres().isEmpty() ? "" : ":")
                    .append(one.limit().tres())
                    .append(' ')
                    .append((long) one.used().orElse(-1))
                    .append('\n'));
            texts.put(name, text.toString());
        });
        return texts;
    }

    private static Map<String, String> shown(String release, String record) {
        Map<String, String> texts = new TreeMap<>();
        Pattern pattern = Pattern.compile(record);
        for (String line : Capture.of(release)
                .text("cli/scontrol-show-assoc_mgr.txt")
                .lines()
                .toList()) {
            Matcher matcher = pattern.matcher(line);
            if (matcher.matches()) {
                long cut = OF_CUT_JOB.contains(matcher.group(1)) ? CUT_TASKS : 0;
                texts.put(matcher.group(1), shownUse(line, cut));
            }
        }
        return texts;
    }

    private static String shownUse(String line, long cut) {
        Map<String, Long> tres = new HashMap<>();
        Matcher group = Pattern.compile(" GrpTRES=(\\S*)").matcher(line);
        assertThat(group.find()).isTrue();
        Matcher part = Pattern.compile("([^,=]+)=[^(]*\\((\\d+)\\)").matcher(group.group(1));
        while (part.find()) {
            tres.put(part.group(1), Long.parseLong(part.group(2)));
        }
        tres.computeIfPresent("mem", (name, mebibytes) -> mebibytes << 20);
        StringBuilder text = new StringBuilder();
        text.append("GrpJobs ").append(number(line, "GrpJobs")).append('\n');
        text.append("GrpSubmit ").append(number(line, "GrpSubmitJobs") - cut).append('\n');
        for (String name : List.of("cpu", "mem", "gres/gpu", "gres/gpu:a100", "gres/gpu:h100", "gres/gpu:l40s")) {
            text.append("GrpTRES:")
                    .append(name)
                    .append(' ')
                    .append(tres.getOrDefault(name, -1L))
                    .append('\n');
        }
        return text.toString();
    }

    private static long number(String line, String name) {
        Matcher matcher = Pattern.compile(" " + name + "=[^(]*\\((\\d+)\\)").matcher(line);
        assertThat(matcher.find()).isTrue();
        return Long.parseLong(matcher.group(1));
    }
}
