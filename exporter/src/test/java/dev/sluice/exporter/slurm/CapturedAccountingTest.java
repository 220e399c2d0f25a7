package dev.sluice.exporter.slurm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.sluice.exporter.model.accounting.Association;
import dev.sluice.exporter.model.accounting.Limit;
import dev.sluice.exporter.model.accounting.Qos;
import dev.sluice.exporter.model.accounting.Share;
import dev.sluice.exporter.slurm.decode.CapturedReleases;
import dev.sluice.fixtures.Capture;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Shares and limits, as read in every API version, equal what sshare and sacctmgr print of the same cluster. */
class CapturedAccountingTest {

    static Stream<Arguments> captures() {
        return CapturedReleases.all();
    }

    private static byte[] body(String release, String version, String path) {
        return Capture.of(release).bytes("rest/" + version + "/" + path + ".json");
    }

    @ParameterizedTest
    @MethodSource("captures")
    void sharesAreThoseOfSshare(String release, String version) throws Exception {
        List<List<String>> rows = CapturedReleases.rows(release, "cli/sshare.txt");

        List<Share> read = FactAnswers.shares(body(release, version, "slurm/shares"));

        assertThat(read).hasSize(20).hasSize(rows.size() - 1);
        for (List<String> row : rows.subList(1, rows.size())) {
            Share one = read.stream()
                    .filter(share -> share.account().equals(row.get(0).strip())
                            && share.user().equals(row.get(1)))
                    .findFirst()
                    .orElseThrow();
            same(one.shares(), row.get(2), 0);
            // Slurm goes on counting between one look and the next.
            assertThat(one.usage()).isCloseTo(Double.parseDouble(row.get(4)), within(3000.0));
            same(one.usageRatio(), row.get(6), 0.01);
            same(one.factor(), row.get(7), 1e-6);
            if (row.get(8).equals("inf")) {
                assertThat(one.level()).hasValue(Double.POSITIVE_INFINITY);
            } else {
                same(one.level(), row.get(8), 0.2);
            }
            if (!row.get(0).equals("root")) {
                same(one.sharesRatio(), row.get(3), 1e-6);
            }
        }
    }

    private static void same(OptionalDouble read, String shown, double tolerance) {
        assertThat(read.isPresent()).isEqualTo(!shown.isEmpty());
        read.ifPresent(value -> assertThat(value).isCloseTo(Double.parseDouble(shown), within(tolerance)));
    }

    @ParameterizedTest
    @MethodSource("captures")
    void limitsAreThoseOfSacctmgr(String release, String version) throws Exception {
        List<String> qos = new ArrayList<>();
        for (Qos one : FactAnswers.qos(body(release, version, "slurmdb/qos"))) {
            one.limits().forEach(limit -> qos.add(one.name() + " " + text(limit)));
        }
        List<String> accounts = new ArrayList<>();
        for (Association one : FactAnswers.associations(body(release, version, "slurmdb/associations"))) {
            if (one.user().isEmpty()) {
                one.limits().forEach(limit -> accounts.add(one.cluster() + " " + one.account() + " " + text(limit)));
            }
        }

        assertThat(qos).isNotEmpty().containsExactlyInAnyOrderElementsOf(limits(release, "qos", 0));
        assertThat(accounts).isNotEmpty().containsExactlyInAnyOrderElementsOf(limits(release, "assoc", 1));
    }

    private static String text(Limit limit) {
        String tres = limit.tres().isEmpty() ? "" : limit.tres() + "=";
        return limit.kind().label() + " " + tres + (long) limit.most();
    }

    /** What the tables of sacctmgr show in the columns of limits. */
    private static List<String> limits(String release, String table, int nameColumn) {
        List<List<String>> rows = CapturedReleases.rows(release, "cli/sacctmgr-" + table + ".txt");
        List<String> limits = new ArrayList<>();
        for (List<String> row : rows.subList(1, rows.size())) {
            for (int i = 0; i < row.size(); i++) {
                if (rows.get(0).get(i).matches("Grp(TRES|Jobs|Submit)|Max(TRES|Jobs|Submit)P[UA]")
                        && !row.get(i).isEmpty()) {
                    String name = nameColumn == 0
                            ? row.get(0)
                            : row.get(0) + " " + row.get(1).strip();
                    limits.add(name + " " + rows.get(0).get(i) + " " + row.get(i));
                }
            }
        }
        return limits;
    }
}
