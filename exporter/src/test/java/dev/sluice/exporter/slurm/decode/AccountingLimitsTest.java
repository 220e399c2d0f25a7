package dev.sluice.exporter.slurm.decode;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.exporter.model.accounting.Association;
import dev.sluice.exporter.model.accounting.Limit;
import dev.sluice.exporter.model.accounting.Qos;
import dev.sluice.exporter.slurm.SourceAnswers;
import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A QOS and an account with every limit, as slurmrestd 24.11 (v0.0.40) and 26.05 (v0.0.45) sent them. The expected
 * limits are those that sacctmgr showed.
 */
class AccountingLimitsTest {

    private static byte[] answer(String name) throws IOException {
        try (InputStream answer =
                Objects.requireNonNull(AccountingLimitsTest.class.getResourceAsStream("/slurmdb/" + name))) {
            return answer.readAllBytes();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"v0.0.40", "v0.0.45"})
    void theLimitsOfAQosAreThoseOfSacctmgr(String version) throws Exception {
        Qos qos = SourceAnswers.qos(answer("qos-" + version + ".json")).get(0);

        assertThat(qos.name()).isEqualTo("full");
        assertThat(qos.priority()).isEqualTo(77);
        assertThat(qos.flags()).contains("OVERRIDE_PARTITION_QOS");
        assertThat(qos.limitFactor()).isEqualTo(1.5);
        // Versions before v0.0.42 do not send GrpSubmit.
        Stream<String> submit = version.equals("v0.0.45") ? Stream.of("GrpSubmit=12") : Stream.empty();
        assertThat(texts(qos.limits()))
                .containsExactlyInAnyOrder(Stream.concat(
                                submit,
                                Stream.of(
                                        "GrpTRES=cpu=64",
                                        "GrpTRES=gres/gpu=8",
                                        "GrpTRES=mem=10737418240",
                                        "GrpJobs=11",
                                        "MaxTRESPU=gres/gpu=4",
                                        "MaxTRESPU=node=3",
                                        "MaxJobsPU=13",
                                        "MaxSubmitPU=14",
                                        "MaxTRESPA=cpu=48",
                                        "MaxJobsPA=15",
                                        "MaxSubmitPA=16"))
                        .toArray(String[]::new));
        assertThat(texts(qos.perJob()))
                .containsExactlyInAnyOrder(
                        "MaxTRES=gres/gpu=5",
                        "MaxTRES=mem=4294967296",
                        "MaxTRESPerNode=cpu=7",
                        "MaxTRESPerNode=gres/gpu=2",
                        "MaxTRESMins=cpu=6000",
                        "MaxWall=1800",
                        "MinTRES=cpu=2",
                        "MinTRES=gres/gpu=1");
    }

    @ParameterizedTest
    @ValueSource(strings = {"v0.0.40", "v0.0.45"})
    void theLimitsOfAnAccountAreThoseOfSacctmgr(String version) throws Exception {
        Association account = SourceAnswers.associations(answer("associations-" + version + ".json"))
                .get(0);

        assertThat(account)
                .extracting(Association::cluster, Association::account, Association::user, Association::parent)
                .containsExactly("brook", "fullacc", "", "root");
        // v0.0.40 sends the ID as a member of an object with names.
        assertThat(account.id()).isEqualTo(20);
        assertThat(texts(account.limits()))
                .containsExactlyInAnyOrder(
                        "GrpTRES=cpu=640",
                        "GrpTRES=gres/gpu=16",
                        "GrpTRES=mem=21474836480",
                        "GrpJobs=21",
                        "GrpSubmit=22");
        assertThat(texts(account.inherited()))
                .containsExactlyInAnyOrder(
                        "MaxTRES=gres/gpu=6",
                        "MaxTRES=mem=8589934592",
                        "MaxTRESPerNode=cpu=9",
                        "MaxTRESPerNode=gres/gpu=3",
                        "MaxTRESMins=cpu=7000",
                        "MaxWall=2880",
                        "MaxJobs=23");
    }

    private static List<String> texts(List<Limit> limits) {
        return limits.stream()
                .map(limit -> limit.kind().label() + (limit.tres().isEmpty() ? "" : "=" + limit.tres()) + "="
                        + (long) limit.most())
                .toList();
    }
}
