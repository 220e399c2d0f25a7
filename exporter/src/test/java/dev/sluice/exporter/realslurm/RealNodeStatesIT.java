package dev.sluice.exporter.realslurm;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.sluice.exporter.model.node.Node;
import dev.sluice.exporter.slurm.decode.Answers;
import dev.sluice.exporter.truth.tool.SinfoState;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.awaitility.Awaitility;

/**
 * Compares slurmrestd's node states with sinfo, state by state. Meanwhile, the test's own nodes go through as many
 * states as a real cluster allows. Also tests which changes the response "nothing changed since" omits.
 */
class RealNodeStatesIT {

    private static final String NODE = "walk";
    private static final String RESERVATION = "walk";
    private static final int TRIES = 20;

    /** Commands for a powered-down node, in order. A command that slurmctld rejects changes nothing. */
    private static final List<String> STEPS = List.of(
            "update nodename=%s state=power_up",
            "update nodename=%s state=drain reason=walk",
            "update nodename=%s state=power_down_asap",
            "update nodename=%s state=resume",
            "update nodename=%s state=power_down_force",
            "update nodename=%s state=power_up",
            "update nodename=%s state=fail reason=walk",
            "update nodename=%s state=resume",
            "update nodename=%s state=down reason=walk",
            "reboot %s",
            "update nodename=%s state=drain reason=walk",
            "cancel_reboot %s",
            "update nodename=%s state=undrain",
            "update nodename=%s state=resume",
            "update nodename=%s state=noresp",
            "create reservation reservationname=walk starttime=now duration=10 nodes=%s flags=maint,ignore_jobs users=root",
            "update nodename=%s state=drain reason=walk",
            "update nodename=%s state=resume",
            "update nodename=%s state=down reason=walk",
            "delete reservation walk",
            "update nodename=%s state=resume",
            "update nodename=%s state=future");

    private final HttpClient http = HttpClient.newHttpClient();

    @EachCluster
    void showsEachStateAsSinfoDoes(RealCluster cluster) throws Exception {
        Set<String> seen = new TreeSet<>();
        create(cluster);
        try {
            seen.addAll(compare(cluster));
            for (String step : STEPS) {
                scontrol(cluster, step.formatted(NODE));
                seen.addAll(compare(cluster));
            }
        } finally {
            remove(cluster);
        }
        assertThat(seen).hasSizeGreaterThan(15);
    }

    /** This behaviour is the reason why the exporter always requests all partitions. */
    @EachCluster
    void slurmctldDoesNotNoteThatPartitionsChangeWithDynamicNodes(RealCluster cluster) throws Exception {
        JsonNode before =
                new ObjectMapper().readTree(get(cluster, "partitions", "").body());
        long since = number(before.path("last_update"));
        create(cluster);
        try {
            HttpResponse<String> changes = get(cluster, "partitions", "?update_time=" + updateTime(cluster, since));
            HttpResponse<String> full = get(cluster, "partitions", "");

            assertThat(sizes(full)).isNotEqualTo(sizes(before));
            assertThat(changes.statusCode())
                    .as("were this 200, partitions could be asked for with update_time")
                    .isEqualTo(304);
        } finally {
            remove(cluster);
        }
    }

    /**
     * Tests changes that slurmctld records. The exporter sees all other changes within a minute, with a full request.
     */
    @EachCluster
    void slurmctldNotesThatNodesChange(RealCluster cluster) throws Exception {
        create(cluster);
        try {
            for (String change : List.of(
                    "state=drain reason=walk",
                    "state=resume",
                    "comment=walk",
                    "state=down reason=walk",
                    "state=resume",
                    "activefeatures=pods,walk availablefeatures=pods,walk",
                    "state=power_up")) {
                long since = number(new ObjectMapper()
                        .readTree(get(cluster, "nodes", "").body())
                        .path("last_update"));
                // A change in the same second as a response counts as a new change.
                Awaitility.await().until(() -> epochSeconds(cluster) > since + 1);
                scontrol(cluster, "update nodename=" + NODE + " " + change);

                assertThat(get(cluster, "nodes", "?update_time=" + updateTime(cluster, since))
                                .statusCode())
                        .as(change)
                        // Slurm 24.11 cannot respond if nodes changed but partitions did not change.
                        .isIn(200, 500);
            }
        } finally {
            remove(cluster);
        }
    }

    /**
     * Repeats the comparison until the output of sinfo is the same before and after slurmrestd's response. Returns the
     * compared states.
     */
    private Set<String> compare(RealCluster cluster) throws Exception {
        for (int attempt = 0; attempt < TRIES; attempt++) {
            Map<String, String> before = sinfo(cluster);
            String body = get(cluster, "nodes", "").body();
            if (before.equals(sinfo(cluster))) {
                Set<String> states = new TreeSet<>();
                for (Node node : Answers.nodeRecords(body.getBytes(UTF_8))) {
                    String shown = before.get(node.name());
                    if (shown != null) {
                        states.add(node.base() + " " + node.flags() + " " + shown);
                        assertThat(node.state().label())
                                .as("%s: %s", node.name(), states)
                                .isEqualTo(
                                        shown.startsWith("completing")
                                                        && !node.base().name().equals("MIXED")
                                                ? "allocated"
                                                : SinfoState.of(shown));
                    }
                }
                return states;
            }
        }
        throw new IllegalStateException(cluster + " does not stand still");
    }

    private static Map<String, String> sinfo(RealCluster cluster) throws Exception {
        Map<String, String> states = new HashMap<>();
        for (String line : cluster.cli("sinfo", "-a", "-N", "-h", "-o", "%N %T")) {
            String[] both = line.strip().split(" +", -1);
            states.put(both[0], both[1]);
        }
        return states;
    }

    private static void create(RealCluster cluster) throws Exception {
        cluster.cli(
                "scontrol",
                "create",
                "nodename=" + NODE,
                "state=cloud",
                "cpus=4",
                "feature=pods",
                "nodeaddr=127.0.0.1");
    }

    private static void remove(RealCluster cluster) throws Exception {
        scontrol(cluster, "delete reservation " + RESERVATION);
        scontrol(cluster, "delete nodename=" + NODE);
    }

    /** Slurm rejects some steps, depending on the state of the node and on the release. */
    private static void scontrol(RealCluster cluster, String command) throws Exception {
        cluster.cli("sh", "-c", "scontrol " + command + " >/dev/null 2>&1 || true");
    }

    private static long epochSeconds(RealCluster cluster) throws Exception {
        return Long.parseLong(cluster.cli("date", "+%s").get(0));
    }

    private static long number(JsonNode value) {
        return value.isObject() ? value.path("number").asLong() : value.asLong();
    }

    private static String updateTime(RealCluster cluster, long since) {
        return cluster.newestApiVersion().compareTo("v0.0.42") < 0 ? "uts" + since : Long.toString(since);
    }

    private static Map<String, String> sizes(HttpResponse<String> partitions) throws IOException {
        return sizes(new ObjectMapper().readTree(partitions.body()));
    }

    private static Map<String, String> sizes(JsonNode partitions) {
        Map<String, String> sizes = new HashMap<>();
        for (JsonNode partition : partitions.path("partitions")) {
            sizes.put(
                    partition.path("name").asText(), partition.at("/nodes/total") + " " + partition.at("/cpus/total"));
        }
        return sizes;
    }

    private HttpResponse<String> get(RealCluster cluster, String list, String query) throws Exception {
        URI uri = URI.create(
                cluster.setting("REST_URL") + "/slurm/" + cluster.newestApiVersion() + "/" + list + "/" + query);
        return http.send(
                HttpRequest.newBuilder(uri)
                        .version(HttpClient.Version.HTTP_1_1)
                        .header("X-SLURM-USER-NAME", cluster.setting("REST_USER"))
                        .header(
                                "X-SLURM-USER-TOKEN",
                                Files.readString(Path.of(cluster.setting("TOKEN_FILE")))
                                        .strip())
                        .build(),
                HttpResponse.BodyHandlers.ofString());
    }
}
