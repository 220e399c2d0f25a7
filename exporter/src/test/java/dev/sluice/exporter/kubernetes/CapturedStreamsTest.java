package dev.sluice.exporter.kubernetes;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.common.kubernetes.ApiFailure;
import dev.sluice.exporter.kubernetes.decode.NodeSetAssembler;
import dev.sluice.exporter.kubernetes.decode.PodAssembler;
import dev.sluice.exporter.model.kubernetes.NodeSet;
import dev.sluice.exporter.model.kubernetes.NodeSetSystem;
import dev.sluice.exporter.model.kubernetes.ObjectName;
import dev.sluice.exporter.model.kubernetes.SlurmdPod;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests captured pages and watches, in pieces of any size. */
class CapturedStreamsTest {

    private static final ObjectName CPU = new ObjectName("slurm", "slurm-worker-cpu");
    private static final ObjectName CPU_6 = new ObjectName("slurm", "slurm-worker-cpu-6");

    @ParameterizedTest
    @ValueSource(ints = {1, 7, 1000, 1 << 16})
    void pagesGiveTheSameAsTheWholeList(int piece) throws ApiFailure {
        Map<ObjectName, NodeSet> records = new TreeMap<>();
        String token = "";
        for (int number = 1; number <= 6; number++) {
            byte[] body = CapturedApi.CAPTURE.bytes("pages/nodesets-slinky-all.page" + number + ".json");
            ListPage<NodeSet> page = CapturedApi.page(body, nodeSets(), records, piece);
            assertThat(page.version()).isEqualTo("448");
            token = page.next();
            assertThat(token.isEmpty()).isEqualTo(number == 6);
        }
        assertThat(records).hasSize(18);
        assertThat(records.values())
                .containsExactlyElementsOf(CapturedApi.records("lists/nodesets-slinky-all.json", nodeSets()));
    }

    @Test
    void compactAndPrettyAnswersAreTheSame() throws ApiFailure {
        assertThat(CapturedApi.records("lists/pods-slurmd-ns-slurm.compact.json", pods()))
                .hasSize(15)
                .isEqualTo(CapturedApi.records("lists/pods-slurmd-ns-slurm.json", pods()));
    }

    @Test
    void anEmptyListIsAList() throws ApiFailure {
        Map<ObjectName, NodeSet> records = new HashMap<>();
        byte[] body = CapturedApi.CAPTURE.bytes("lists/nodesets-slinky-empty-namespace.json");
        assertThat(CapturedApi.page(body, nodeSets(), records, 10).version()).isNotEmpty();
        assertThat(records).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 100, 5000, 10_000})
    void aListThatBreaksOffIsNone(int length) {
        String whole = CapturedApi.text("pages/nodesets-slinky-all.page1.json");
        byte[] part = whole.substring(0, length).getBytes(UTF_8);
        assertThat(length).isLessThan(whole.length());
        Map<ObjectName, NodeSet> records = new HashMap<>();
        if (length == 0) {
            // The reader accepts an empty body as JSON, but an empty body has no version.
            assertThat(versionOf(part, records)).isEmpty();
        } else {
            assertThatThrownBy(() -> CapturedApi.page(part, nodeSets(), records, 100))
                    .asInstanceOf(InstanceOfAssertFactories.type(ApiFailure.class))
                    .extracting(ApiFailure::kind)
                    .isEqualTo(ApiFailure.Kind.UNDECODABLE);
        }
    }

    private static String versionOf(byte[] body, Map<ObjectName, NodeSet> records) {
        try {
            return CapturedApi.page(body, nodeSets(), records, 100).version();
        } catch (ApiFailure e) {
            throw new AssertionError(e);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 13, 1 << 16})
    void followsANodeSetThroughItsScaling(int piece) throws ApiFailure {
        Map<ObjectName, NodeSet> records = new TreeMap<>();
        String version = CapturedApi.watch(CapturedApi.text("watch/nodesets-slinky.jsonl"), nodeSets(), records, piece);
        // The watch has two equal bookmarks at the end. The object was added and soon deleted.
        assertThat(version).isEqualTo("900");
        assertThat(records).containsOnlyKeys(CPU);
    }

    @Test
    void followsAPodFromItsBirthToItsEnd() throws ApiFailure {
        Map<ObjectName, SlurmdPod> records = new TreeMap<>();
        for (String event : CapturedApi.events("watch/pods-slurmd.jsonl")) {
            String version = CapturedApi.watch(event, pods(), records, 1 << 16);
            boolean alive = Integer.parseInt(version) < 877;
            assertThat(records.containsKey(CPU_6)).as("at version " + version).isEqualTo(alive);
            if (alive) {
                assertThat(records.get(CPU_6))
                        .extracting(SlurmdPod::deleting)
                        .isEqualTo(Integer.parseInt(version) >= 875);
            }
        }
        assertThat(records).isEmpty();
    }

    @Test
    void aDeletedObjectIsGoneAlthoughItsOldSelfIsSent() throws ApiFailure {
        Map<ObjectName, SlurmdPod> records = new TreeMap<>();
        String added = CapturedApi.events("watch/pods-slurmd.jsonl").get(5);
        CapturedApi.watch(added, pods(), records, 1 << 16);
        assertThat(records).containsOnlyKeys(CPU_6);
        // If a pod lost the selected label, the event contains the pod with its previous label.
        CapturedApi.watch(added.replace("\"MODIFIED\"", "\"DELETED\""), pods(), records, 1 << 16);
        assertThat(records).isEmpty();
    }

    @Test
    void aPodThatLosesItsOwnerIsNoneOfOurs() throws ApiFailure {
        Map<ObjectName, SlurmdPod> records = new TreeMap<>();
        String added = CapturedApi.events("watch/pods-slurmd.jsonl").get(5);
        CapturedApi.watch(added, pods(), records, 1 << 16);
        CapturedApi.watch(added.replace("\"ownerReferences\"", "\"formerOwners\""), pods(), records, 1 << 16);
        assertThat(records).isEmpty();
    }

    @Test
    void aBookmarkOfAnEmptyPodMovesTheVersionAlone() throws ApiFailure {
        Map<ObjectName, SlurmdPod> records = new TreeMap<>();
        String bookmark = CapturedApi.events("watch/pods-slurmd.jsonl").get(13);
        assertThat(CapturedApi.watch(bookmark, pods(), records, 5)).isEqualTo("900");
        assertThat(records).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"watch/410-pods-rv1.jsonl", "watch/410-nodesets-rv1.jsonl"})
    void anErrorEventOfCode410AsksForANewList(String file) {
        assertThatThrownBy(() -> CapturedApi.watch(CapturedApi.text(file), pods(), new HashMap<>(), 50))
                .asInstanceOf(InstanceOfAssertFactories.type(ApiFailure.class))
                .extracting(ApiFailure::remedy)
                .isEqualTo(ApiFailure.Remedy.RELIST);
    }

    @Test
    void aQuietWatchIsEmptyAndFine() throws ApiFailure {
        assertThat(CapturedApi.watch(CapturedApi.text("watch/idle-empty.jsonl"), pods(), new HashMap<>(), 1))
                .isEqualTo("859");
    }

    private static NodeSetAssembler nodeSets() {
        return new NodeSetAssembler(NodeSetSystem.SLINKY, "slinky.slurm.net/v1beta1", Set.of(), "");
    }

    private static PodAssembler pods() {
        return new PodAssembler(NodeSetSystem.SLINKY, Set.of());
    }
}
