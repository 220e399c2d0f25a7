package dev.sluice.exporter.kubernetes;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.exporter.derive.join.Clusters;
import dev.sluice.exporter.derive.scaling.PoolDemand;
import dev.sluice.exporter.derive.scaling.ScalingInput;
import dev.sluice.exporter.derive.signal.AutoscalingSignal;
import dev.sluice.exporter.model.Observed;
import dev.sluice.exporter.model.kubernetes.ScaleLimit;
import dev.sluice.exporter.poll.FetchFailure;
import dev.sluice.exporter.slurm.decode.Answers;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * Replays objects of slurm-operator 1.2.1 with Slurm 26.05.5: the operator creates a pod again under the name of an
 * earlier pod, while one job is pending. The operator undrains the record of the earlier pod 3 s after the creation of
 * the new pod.
 */
class RealOperatorTest {

    private static final Instant CREATED = Instant.parse("2026-11-28T14:36:25Z");

    private static final String NODE_SET = """
            {"apiVersion":"slinky.slurm.net/v1beta1","metadata":{"namespace":"slurm","name":"slurm-worker-slinky"},"spec":{"replicas":%d,
            "controllerRef":{"name":"slurm","namespace":"slurm"},"extraConf":"CPUs=16 RealMemory=64000",
            "template":{"spec":{"hostname":"slinky-"}}},"status":{"collisionCount":0,"observedGeneration":3}}""";

    private static final String POD = """
            {"metadata":{"namespace":"slurm","name":"slurm-worker-slinky-%1$d",
            "creationTimestamp":"2026-11-28T14:36:25Z","labels":{"slinky.slurm.net/cluster":"slurm",
            "nodeset.slinky.slurm.net/pod-hostname":"slinky-%1$d","nodeset.slinky.slurm.net/pod-index":"%1$d",
            "nodeset.slinky.slurm.net/pod-name":"slurm-worker-slinky-%1$d"},
            "ownerReferences":[{"apiVersion":"slinky.slurm.net/v1beta1","kind":"NodeSet","name":"slurm-worker-slinky",
            "controller":true}]},"spec":{"hostname":"slinky-%1$d","nodeName":"%2$s"},
            "status":{"phase":"%3$s","conditions":[{"type":"Ready","status":"%4$s"}]}}""";

    private static final String MACHINE = "ip-10-0-1-12.eu-west-1.compute.internal";

    private static final String NODE = """
            {"name":"slinky-%1$d","state":[%2$s,"DYNAMIC_NORM"],
            "reason":"slurm-operator: Pod (slurm/slurm-worker-slinky-%1$d) was uncordoned",
            "reason_changed_at":{"set":true,"infinite":false,"number":1795876588},"reason_set_by_user":"slurm",
            "slurmd_start_time":{"set":true,"infinite":false,"number":%3$d},
            "comment":"{\\"namespace\\":\\"slurm\\",\\"podName\\":\\"slurm-worker-slinky-%1$d\\",\\"node\\":\\"ip-10-0-1-12.eu-west-1.compute.internal\\",\\"nodeSetName\\":\\"slurm-worker-slinky\\",\\"nodeSetUID\\":\\"c1bc46ad-4086-4355-a201-73c83848a2e8\\"}",
            "features":["slinky"],"active_features":["slinky"],"cpus":16,"real_memory":64000,
            "partitions":["slinky"]}""";

    private static final String EARLIER = NODE.formatted(0, "\"DOWN\",\"NOT_RESPONDING\"", 1_795_875_605);

    private static final String JOB = """
            {"job_id":71,"job_state":["PENDING"],"state_reason":"Resources","partition":"slinky","user_name":"ann",
            "node_count":{"set":true,"infinite":false,"number":1},"cpus":{"set":true,"infinite":false,"number":16},
            "tasks":{"set":true,"infinite":false,"number":1},"shared":["none"],
            "submit_time":{"set":true,"infinite":false,"number":1795876575},
            "eligible_time":{"set":true,"infinite":false,"number":1795876575}}""";

    private final Clusters cluster = new Clusters();
    private final AutoscalingSignal signal = new AutoscalingSignal(
            "research", ScalingInput.Policy.DEFAULT, Map.of(), Duration.ofMinutes(3), Duration.ofMinutes(15));
    private Instant now = CREATED;

    @BeforeEach
    void prepareThePartition() {
        cluster.partitions.add(Clusters.partition("slinky", "slinky-[0-7]", ""));
        cluster.hpas.add(
                new ScaleLimit("slurm", "slinky.slurm.net/v1beta1", "NodeSet", "slurm-worker-slinky", 0, 12, Set.of()));
    }

    /** Polls the cluster. The autoscaler has followed the desired size. */
    private PoolDemand poll(int replicas, List<String> nodes, List<String> pods) throws ApiFailure, FetchFailure {
        now = now.plusSeconds(15);
        cluster.nodeSets.clear();
        cluster.nodeSets.addAll(decode(new Slinky("")::read, List.of(NODE_SET.formatted(replicas))));
        cluster.pods.clear();
        cluster.pods.addAll(decode(CapturedApi.pods(Slinky.SYSTEM, Set.of()), pods));
        cluster.nodes.clear();
        cluster.nodes.addAll(Answers.nodeRecords(list("nodes", nodes)));
        var jobs = Answers.jobRecords(list("jobs", List.of(JOB)));
        var known = new Observed<>(List.copyOf(cluster.nodes), now);
        signal.observe(
                cluster.slurm().withNodes(known).withJobs(new Observed<>(jobs, now), known),
                cluster.kubernetes(),
                List.of(),
                now);
        var demand = signal.at(now, List.of(), cluster.kubernetes()).demand().orElseThrow();
        assertThat(demand.pools()).hasSize(1);
        return demand.pools().get(0);
    }

    private static byte[] list(String name, List<String> records) {
        return ("{\"" + name + "\":[" + String.join(",", records) + "]}").getBytes(UTF_8);
    }

    private static <T> List<T> decode(KubeObject.Reader<T> reader, List<String> objects) throws ApiFailure {
        Listing<T> listing = new Listing<>(reader, 100);
        String page = "{\"metadata\":{\"resourceVersion\":\"1\"},\"items\":[" + String.join(",", objects) + "]}";
        CapturedApi.page(page.getBytes(UTF_8), listing);
        return List.copyOf(listing.records().values());
    }

    @Test
    void aPodWithTheRecordOfAnEarlierPodStartsAndIsNeverReplaced() throws ApiFailure, FetchFailure {
        String pending = POD.formatted(0, "", "Pending", "False");
        String running = POD.formatted(0, MACHINE, "Running", "False");
        String ready = POD.formatted(0, MACHINE, "Running", "True");
        for (String pod : List.of(pending, pending, pending, running, running, ready)) {
            PoolDemand pool = poll(1, List.of(EARLIER), List.of(pod));

            assertThat(pool.desired()).isOne();
            assertThat(pool.nodes().starting()).isOne();
            assertThat(pool.nodes().unusable()).isZero();
        }
        PoolDemand up = poll(1, List.of(NODE.formatted(0, "\"IDLE\"", 1_795_876_705)), List.of(ready));
        assertThat(up.nodes().idle()).isOne();
        assertThat(up.desired()).isOne();
        assertThat(signal.startSeconds().values())
                .singleElement()
                .satisfies(seconds -> assertThat(seconds.sum()).isEqualTo(105));
    }

    /** The pod came back on the same machine, and slurm.conf has {@code ReturnToService=0}. */
    @Test
    void nodesThatSlurmKeepsDownAreNotAnsweredWithMoreNodes() throws ApiFailure, FetchFailure {
        List<String> nodes =
                List.of(NODE.formatted(0, "\"DOWN\"", 1_795_876_600), NODE.formatted(1, "\"DOWN\"", 1_795_876_600));
        List<String> pods =
                List.of(POD.formatted(0, MACHINE, "Running", "True"), POD.formatted(1, MACHINE, "Running", "True"));
        for (int i = 0; i < 5; i++) {
            PoolDemand pool = poll(2, nodes, pods);

            assertThat(pool.desired()).isOne();
            assertThat(pool.nodes().unusableBy()).isEqualTo(Map.of("update", 2L));
        }
    }

    /** {@code extraConf} alone describes the node, and the operator has created 1 of 10 pods. */
    @Test
    void podsThatTheOperatorHasNotCreatedAreNamed() throws ApiFailure, FetchFailure {
        PoolDemand pool = poll(10, List.of(EARLIER), List.of(POD.formatted(0, "", "Pending", "False")));

        assertThat(pool.reasons()).contains("9 pods not created by the operator");
        assertThat(cluster.nodeSets.get(0).status().replicas()).hasValue(0);
        assertThat(cluster.nodeSets.get(0).status().ready()).hasValue(0);
    }
}
