package dev.sluice.exporter.derive.scaling;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Against the list of every reason that slurmctld can give. */
class ReasonRuleTest {

    @Test
    void everyReasonOfSlurmHasARule() throws IOException {
        Map<ReasonRule, TreeSet<String>> byRule = new EnumMap<>(ReasonRule.class);
        for (String reason : reasons()) {
            byRule.computeIfAbsent(ReasonRule.of(reason), unused -> new TreeSet<>())
                    .add(reason);
        }

        assertThat(byRule.get(ReasonRule.ELIGIBLE)).containsExactly("None", "Priority", "Resources");
        assertThat(byRule.get(ReasonRule.CONDITIONAL))
                .containsExactly("NodeDown", "PartitionConfig", "PartitionNodeLimit", "ReqNodeNotAvail");
        assertThat(byRule.get(ReasonRule.BEGIN_TIME)).containsExactly("BeginTime");
        assertThat(byRule.get(ReasonRule.IMPOSSIBLE))
                .containsExactly(
                        "BadConstraints",
                        "Constraints",
                        "MaxMemPerLimit",
                        "PartitionDown",
                        "PartitionInactive",
                        "PartitionTimeLimit");
        assertThat(byRule.get(ReasonRule.UNCLASSIFIED)).containsExactly("InvalidReason");
        assertThat(byRule.get(ReasonRule.WAITING)).hasSizeGreaterThan(190).contains("Dependency", "Licenses");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "resources", "SomethingNew"})
    void aReasonThatIsNotKnownIsUnclassified(String reason) {
        assertThat(ReasonRule.of(reason)).isEqualTo(ReasonRule.UNCLASSIFIED);
    }

    @ParameterizedTest
    @ValueSource(strings = {"QOSGrpNewThing", "AssocMaxNewThing", "MaxNewThingPerAccount", "AssociationNewLimit"})
    void aNewLimitIsALimit(String reason) {
        assertThat(ReasonRule.of(reason)).isEqualTo(ReasonRule.WAITING);
    }

    @Test
    void saysWhatIsImpossible() {
        assertThat(ReasonRule.impossibility("PartitionDown")).contains(UnsatisfiableCause.PARTITION_DOWN);
        assertThat(ReasonRule.impossibility("PartitionTimeLimit")).contains(UnsatisfiableCause.PARTITION_LIMIT);
        assertThat(ReasonRule.impossibility("BadConstraints")).contains(UnsatisfiableCause.FEATURE_UNKNOWN);
        assertThat(ReasonRule.impossibility("Resources")).isEmpty();
    }

    private static List<String> reasons() throws IOException {
        try (InputStream in =
                Objects.requireNonNull(ReasonRuleTest.class.getResourceAsStream("/slurm/job-reasons.txt"))) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .filter(line -> !line.startsWith("#") && !line.isBlank())
                    .toList();
        }
    }
}
