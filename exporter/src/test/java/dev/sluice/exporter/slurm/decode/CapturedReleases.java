package dev.sluice.exporter.slurm.decode;

import dev.sluice.exporter.model.Tres;
import dev.sluice.exporter.model.accounting.AccountedRun;
import dev.sluice.exporter.model.job.Job;
import dev.sluice.exporter.model.job.JobState;
import dev.sluice.exporter.model.node.Node;
import dev.sluice.exporter.poll.FetchFailure;
import dev.sluice.exporter.truth.tool.Fields;
import dev.sluice.exporter.truth.tool.ToolCommand;
import dev.sluice.exporter.truth.tool.ToolTexts;
import dev.sluice.fixtures.Capture;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.params.provider.Arguments;

/** All captured releases, with every API version that each release serves. */
public final class CapturedReleases {

    private CapturedReleases() {}

    public static Stream<Arguments> all() {
        return Stream.of("24.11", "26.05")
                .flatMap(release -> Capture.of(release).apiVersions().stream()
                        .map(version -> Arguments.argumentSet(release + " " + version, release, version)));
    }

    public static List<List<String>> rows(String release, String path) {
        return Capture.of(release)
                .text(path)
                .lines()
                .map(line -> List.of(line.split("\\|", -1)))
                .toList();
    }

    /** Returns the records in the output of {@code scontrol -o}, by the value of a field. */
    static Map<String, Map<String, String>> scontrol(String release, ToolCommand command, String key) {
        return ToolTexts.captured(release).records(command).stream()
                .collect(Collectors.toMap(record -> Fields.text(record, key), Function.identity()));
    }

    static List<Job> jobs(String release, String version) throws FetchFailure {
        return Answers.jobRecords(Trees.body(release, version, "jobs"));
    }

    static List<Node> nodes(String release, String version) throws FetchFailure {
        return Answers.nodeRecords(Trees.body(release, version, "nodes"));
    }

    /** Returns the ended runs that sacct shows. */
    public static List<AccountedRun> sacct(String release) {
        List<AccountedRun> ended = new ArrayList<>();
        List<String> lines = Capture.of(release).text("cli/sacct.txt").lines().toList();
        for (Map<String, String> row : Fields.table(lines)) {
            if (Fields.isTime(Fields.text(row, "End"))) {
                ended.add(new AccountedRun(
                        Fields.number(row, "JobIDRaw"),
                        Fields.epoch(Fields.text(row, "Submit")),
                        Fields.epoch(Fields.text(row, "Start")),
                        Fields.epoch(Fields.text(row, "End")),
                        JobState.valueOf(Fields.text(row, "State")),
                        Fields.text(row, "Account"),
                        Fields.text(row, "User"),
                        Fields.text(row, "Partition"),
                        Tres.parse(Fields.text(row, "AllocTRES")),
                        Fields.text(row, "NodeList")));
            }
        }
        return ended;
    }
}
