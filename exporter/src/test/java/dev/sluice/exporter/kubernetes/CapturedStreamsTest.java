package dev.sluice.exporter.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.exporter.kubernetes.decode.KubeObject;
import dev.sluice.exporter.kubernetes.system.Slinky;
import dev.sluice.exporter.model.FailureKind;
import dev.sluice.exporter.model.kubernetes.NodeSet;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests captured pages. */
class CapturedStreamsTest {

    private final Listing<NodeSet> listing = new Listing<>(nodeSets(), 50_000);

    @Test
    void pagesGiveTheSameAsTheWholeList() throws ApiFailure {
        for (int number = 1; number <= 6; number++) {
            byte[] body = CapturedApi.CAPTURE.bytes("pages/nodesets-slinky-all.page" + number + ".json");
            assertThat(CapturedApi.page(body, listing).isEmpty()).isEqualTo(number == 6);
            assertThat(listing.version()).isEqualTo("448");
        }
        assertThat(listing.records()).hasSize(18);
        assertThat(List.copyOf(listing.records().values()))
                .isEqualTo(CapturedApi.records("lists/nodesets-slinky-all.json", nodeSets()));
    }

    @Test
    void compactAndPrettyAnswersAreTheSame() throws ApiFailure {
        assertThat(CapturedApi.records(
                        "lists/pods-slurmd-ns-slurm.compact.json", CapturedApi.pods(Slinky.SYSTEM, Set.of())))
                .hasSize(15)
                .isEqualTo(CapturedApi.records(
                        "lists/pods-slurmd-ns-slurm.json", CapturedApi.pods(Slinky.SYSTEM, Set.of())));
    }

    @Test
    void anEmptyListIsAList() throws ApiFailure {
        CapturedApi.page(CapturedApi.CAPTURE.bytes("lists/nodesets-slinky-empty-namespace.json"), listing);
        assertThat(listing.version()).isNotEmpty();
        assertThat(listing.records()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 100, 5000, 10_000})
    void aListThatBreaksOffIsNone(int length) {
        byte[] whole = CapturedApi.CAPTURE.bytes("pages/nodesets-slinky-all.page1.json");
        assertThat(length).isLessThan(whole.length);
        assertThatThrownBy(() -> CapturedApi.page(Arrays.copyOf(whole, length), listing))
                .isInstanceOfSatisfying(
                        ApiFailure.class, failure -> assertThat(failure.kind()).isEqualTo(FailureKind.UNDECODABLE));
    }

    private static KubeObject.Reader<NodeSet> nodeSets() {
        return new Slinky("")::read;
    }
}
