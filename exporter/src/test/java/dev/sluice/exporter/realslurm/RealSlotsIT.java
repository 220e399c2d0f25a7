package dev.sluice.exporter.realslurm;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.exporter.derive.gpu.GpuSlots;
import dev.sluice.exporter.derive.join.JoinedNode;
import dev.sluice.exporter.derive.scaling.pool.NodeNeed;
import dev.sluice.exporter.model.GpuCounts;
import dev.sluice.exporter.model.cluster.Partition;
import dev.sluice.exporter.model.cluster.SelectType;
import dev.sluice.exporter.model.node.Node;
import dev.sluice.exporter.slurm.decode.Answers;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/**
 * Compares the number of GPU jobs that could start now with the results of sbatch --test-only, on clusters without
 * other jobs.
 */
class RealSlotsIT {

    private static final int RUNNING = 12;
    private static final int REQUESTS = 250;
    private static final long GIB = 1L << 30;
    private static final String NOW = "now";
    private static final List<String> TYPES = List.of("h100", "a100", "a100_1g.10gb", "l40s", "");
    private static final List<String> PARTITIONS = List.of("gpu", "h100", "bank", "pods");

    @EachCluster
    @Execution(ExecutionMode.CONCURRENT)
    void whatFitsIsWhatSbatchWouldStartNow(RealCluster cluster) throws Exception {
        Random random = new Random(18);
        List<Request> requests = requests(random);
        List<Node> nodes;
        List<Partition> partitions;
        List<String> answers;
        try {
            occupy(cluster, random);
            nodes = nodes(cluster);
            partitions = Answers.partitionRecords(list(cluster, "partitions"));
            answers = testOnly(cluster, requests);
            assertThat(nodes(cluster)).as("nothing has moved").isEqualTo(nodes);
        } finally {
            cluster.cli("scancel", "-u", "ada");
        }

        assertThat(answers).hasSameSizeAs(requests).contains(NOW);
        assertThat(answers).anyMatch(answer -> !answer.equals(NOW));
        List<String> different = new ArrayList<>();
        for (int i = 0; i < requests.size(); i++) {
            boolean fits = requests.get(i).fits(nodes, partitions);
            if (fits != answers.get(i).equals(NOW)) {
                different.add(requests.get(i).options() + (fits ? " fits" : " does not fit") + ", and sbatch says "
                        + answers.get(i));
            }
        }
        assertThat(different).isEmpty();
    }

    /**
     * Submits jobs that leave some resources free. No job must be pending, because sbatch --test-only would put pending
     * jobs ahead of every new job.
     */
    private static void occupy(RealCluster cluster, Random random) throws Exception {
        for (int i = 0; i < RUNNING; i++) {
            // Slurm rejects requests that no node can satisfy.
            String sbatch = "sbatch --chdir=/tmp --output=/dev/null -t 60 --wrap='sleep 3600' "
                    + request(random).options() + " || true";
            cluster.cli("runuser", "-u", "ada", "--", "bash", "-c", sbatch);
        }
        RealCluster.pause(Duration.ofSeconds(10));
        cluster.cli("scancel", "-u", "ada", "-t", "PENDING");
        RealCluster.pause(Duration.ofSeconds(5));
    }

    /** A request for one task on one node. */
    private record Request(String partition, String type, long gpus, long cpus, long gib) {

        String options() {
            return "-p %s -N1 -n1 -c %d --mem=%dG --gres=gpu:%s%d"
                    .formatted(partition, cpus, gib, type.isEmpty() ? "" : type + ":", gpus);
        }

        boolean fits(List<Node> nodes, List<Partition> partitions) {
            NodeNeed.Ask ask = GpuSlots.ask(GpuCounts.of(type, gpus), cpus, gib * GIB);
            NodeNeed.Terms terms = partitions.stream()
                    .filter(known -> known.name().equals(partition))
                    .map(partition -> NodeNeed.Terms.of(partition, SelectType.DEFAULT))
                    .findFirst()
                    .orElseThrow();
            return nodes.stream()
                    .filter(node -> node.partitions().contains(partition)
                            && JoinedNode.outsideKubernetes(node).takesJobs())
                    .anyMatch(node -> GpuSlots.jobs(node, ask, terms) > 0);
        }
    }

    /**
     * Returns the published sizes with the default requirements from the configuration, and with random requirements.
     */
    private static List<Request> requests(Random random) {
        List<Request> requests = new ArrayList<>();
        for (String type : TYPES.subList(0, 4)) {
            for (long gpus : List.of(1, 2, 4, 8)) {
                requests.add(new Request("gpu", type, gpus, gpus, gpus));
            }
        }
        while (requests.size() < REQUESTS) {
            requests.add(request(random));
        }
        return requests;
    }

    private static Request request(Random random) {
        return new Request(
                PARTITIONS.get(random.nextInt(PARTITIONS.size())),
                TYPES.get(random.nextInt(TYPES.size())),
                1 + random.nextInt(random.nextBoolean() ? 2 : 8),
                1 + random.nextInt(random.nextBoolean() ? 8 : 64),
                1 + random.nextInt(random.nextBoolean() ? 16 : 600));
    }

    /**
     * Returns one result for each request: {@link #NOW} if slurmctld would start the job now, otherwise slurmctld's
     * message.
     */
    private static List<String> testOnly(RealCluster cluster, List<Request> requests) throws Exception {
        StringBuilder script = new StringBuilder();
        for (Request request : requests) {
            script.append("a ").append(request.options()).append('\n');
        }
        String ask = """
                a() {
                  # A controller that has no time for an answer has not given one.
                  for try in 1 2 3; do
                    said=$(sbatch --test-only -t 1 --chdir=/tmp --wrap=true "$@" 2>&1 | tr '\\n' ' ')
                    case $said in *"timed out"* | *"Unable to contact"* | *"temporarily unable"*) sleep 2 ;; *) break ;; esac
                  done
                  start=$(echo "$said" | sed -n 's/.* to start at \\([^ ]*\\) .*/\\1/p')
                  # Asked once: between two questions a second may begin.
                  now=$(date +%FT%T)
                  [ -n "$start" ] && [ ! "$start" \\> "$now" ] && echo now || echo "later: $said"
                }
                """;
        return cluster.cli("runuser", "-u", "ada", "--", "bash", "-c", ask + script).stream()
                .filter(line -> line.equals(NOW) || line.startsWith("later: "))
                .toList();
    }

    private static List<Node> nodes(RealCluster cluster) throws Exception {
        return Answers.nodeRecords(list(cluster, "nodes"));
    }

    private static byte[] list(RealCluster cluster, String name) throws Exception {
        URI uri = URI.create(cluster.setting("REST_URL") + "/slurm/" + cluster.newestApiVersion() + "/" + name + "/");
        HttpResponse<byte[]> response = HttpClient.newHttpClient()
                .send(
                        HttpRequest.newBuilder(uri)
                                .version(HttpClient.Version.HTTP_1_1)
                                .header("X-SLURM-USER-NAME", cluster.setting("REST_USER"))
                                .header(
                                        "X-SLURM-USER-TOKEN",
                                        Files.readString(Path.of(cluster.setting("TOKEN_FILE")))
                                                .strip())
                                .build(),
                        HttpResponse.BodyHandlers.ofByteArray());
        assertThat(response.statusCode()).isEqualTo(200);
        return response.body();
    }
}
