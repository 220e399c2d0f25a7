package dev.sluice.exporter.realslurm;

import static dev.sluice.exporter.realslurm.Exposition.by;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.io.TempDir;

/** Compares the GPUs of jobs with scontrol at the same time, as jobs start and end. */
class RealGpusIT {

    private static final int ROUNDS = 3;
    private static final int TRIES = 10;
    private static final Pattern ALLOCATION = Pattern.compile(" Nodes=(\\S+) CPU_IDs=\\S* Mem=\\S* GRES=(\\S*)");
    private static final Pattern GPUS = Pattern.compile("gpu(?::([\\w.]+|\\(null\\)))?:\\d+\\(IDX:([-,\\d]+)\\)");
    private static final Pattern RANGE = Pattern.compile("(\\d+)(?:-(\\d+))?");

    private static final String BLIND = "/?";

    /** The beginning of the names of nodes that are pods, which their comments say. */
    private static final String POD = "pod-";

    @TempDir
    private Path folder;

    @EachCluster
    void jobsHoldTheGpusThatScontrolSays(RealCluster cluster) throws Exception {
        Path token = Path.of(cluster.setting("TOKEN_FILE"));
        try (StartedExporter app = StartedExporter.startWithJobs(folder, cluster.setting("REST_URL"), token)) {
            for (int round = 0; round < ROUNDS; round++) {
                cancelEverySecondJob(cluster);
                submit(cluster);
                Seen seen = observe(cluster, app);

                assertThat(seen.published()).isNotEmpty().isEqualTo(seen.ofJobs());
                assertThat(seen.unmapped()).isEqualTo(seen.inPods());
                List<String> gpus = withoutJobs(seen.published());
                assertThat(gpus).doesNotHaveDuplicates();
                assertThat(gpus.stream().map(seen::asTheNodeSays)).containsExactlyInAnyOrderElementsOf(seen.used());
            }
        }
    }

    @AfterEach
    void cancel() throws Exception {
        for (RealCluster cluster : RealCluster.running().toList()) {
            cluster.cli("scancel", "-n", "gpus");
        }
    }

    /** Frees GPUs for the next jobs. Jobs that end by themselves could end during the comparison. */
    private static void cancelEverySecondJob(RealCluster cluster) throws Exception {
        cluster.cli("sh", "-c", "squeue -h -n gpus -t R -o %i | sort -V | awk 'NR % 2' | xargs -r scancel");
    }

    /**
     * Submits arrays, jobs with two nodes, and a heterogeneous job. Jobs for which no resources are free stay pending.
     */
    private static void submit(RealCluster cluster) throws Exception {
        StringBuilder script = new StringBuilder();
        for (String options : List.of(
                "-p gpu -n1 --gres=gpu:h100:1 --array=0-1",
                "-p gpu -n1 --gres=gpu:a100:3",
                "-p gpu -n1 --gres=gpu:1 --array=0-2",
                "-p gpu -n1 --gres=gpu:a100_1g.10gb:1 --array=0-1",
                "-p gpu -n1 --gres=shard:2",
                "-p h100 -N2 -n2 --gres=gpu:h100:3",
                "-p pods -N2 -n2 --gpus=h100:3",
                "-p gpu -n1 --gres=gpu:h100:2 : -p gpu -n1 --mem=100 --gres=gpu:l40s:1")) {
            script.append("sbatch --chdir=/tmp --output=/dev/null -Jgpus --mem=100 --wrap='sleep 3600' %s\n"
                    .formatted(options));
        }
        cluster.cli("runuser", "-u", "ada", "--", "bash", "-c", script.toString());
    }

    /**
     * @param used GPUs that the nodes report, outside of pods
     * @param inPods number of GPUs that the pods' nodes report. A pod numbers its own GPUs, so their indexes on the
     *     machine are unknown
     */
    private record Seen(List<String> published, long unmapped, List<String> ofJobs, List<String> used, long inPods) {

        /** Slurm 26.05 shows no index in GresUsed if the node's GPUs have no type. */
        String asTheNodeSays(String gpu) {
            String blind = gpu.substring(0, gpu.lastIndexOf('/')) + BLIND;
            return used.contains(blind) ? blind : gpu;
        }
    }

    /** Reads again if a value changed between the two reads, or since the exporter's poll. */
    private static Seen observe(RealCluster cluster, StartedExporter app) throws Exception {
        for (int attempt = 1; ; attempt++) {
            List<String> before = ofJobs(cluster);
            // The wait is longer than the poll interval.
            RealCluster.pause(Duration.ofSeconds(7));
            Map<Boolean, List<String>> used =
                    used(cluster).stream().collect(Collectors.partitioningBy(gpu -> gpu.startsWith(POD)));
            Map<String, Double> scrape = app.scrape();
            long unmapped = by(scrape, "slurm_job_unmapped_gpus", "reason").getOrDefault("part_of_machine", 0L);
            Seen seen = new Seen(
                    published(scrape),
                    unmapped,
                    before,
                    used.get(false),
                    used.get(true).size());
            boolean still = before.equals(ofJobs(cluster)) && unmapped == seen.inPods();
            if (attempt == TRIES || (still && seen.published().equals(before))) {
                return seen;
            }
        }
    }

    private static List<String> published(Map<String, Double> scrape) {
        // If a job has only some shards of a GPU, the value is below 1.
        return by(scrape, "slurm_job_gpu", "job_id", "node", "gpu_type", "gpu").entrySet().stream()
                .filter(gpu -> gpu.getValue() == 1)
                .map(Map.Entry::getKey)
                .toList();
    }

    private static List<String> withoutJobs(List<String> gpus) {
        return gpus.stream().map(gpu -> gpu.substring(gpu.indexOf('/') + 1)).toList();
    }

    /** Returns the job, node, type and index of each GPU outside of pods from scontrol show job -d. */
    private static List<String> ofJobs(RealCluster cluster) throws Exception {
        TreeSet<String> held = new TreeSet<>();
        for (String job : cluster.cli("scontrol", "-a", "-d", "-o", "show", "jobs")) {
            if (job.contains(" JobState=RUNNING ") || job.contains(" JobState=SUSPENDED ")) {
                String id = job.substring(job.indexOf('=') + 1, job.indexOf(' '));
                for (MatchResult part : ALLOCATION.matcher(job).results().toList()) {
                    for (String node : cluster.cli("scontrol", "show", "hostnames", part.group(1))) {
                        if (!node.startsWith(POD)) {
                            gpus(part.group(2)).forEach(gpu -> held.add(id + "/" + node + "/" + gpu));
                        }
                    }
                }
            }
        }
        return new ArrayList<>(held);
    }

    /** Returns the node, type and index of each GPU from scontrol show nodes -d. */
    private static List<String> used(RealCluster cluster) throws Exception {
        List<String> used = new ArrayList<>();
        for (String node : cluster.cli("scontrol", "-a", "-d", "-o", "show", "nodes")) {
            Matcher gres = Pattern.compile(" GresUsed=(\\S+)").matcher(node);
            if (gres.find()) {
                String name = node.substring(node.indexOf('=') + 1, node.indexOf(' '));
                gpus(gres.group(1)).forEach(gpu -> used.add(name + "/" + gpu));
                Matcher blind = Pattern.compile("^gpu:(\\d+)$").matcher(gres.group(1));
                for (int i = blind.matches() ? Integer.parseInt(blind.group(1)) : 0; i > 0; i--) {
                    used.add(name + "/untyped" + BLIND);
                }
            }
        }
        return used;
    }

    private static List<String> gpus(String gres) {
        List<String> gpus = new ArrayList<>();
        for (MatchResult part : GPUS.matcher(gres).results().toList()) {
            boolean typed = part.group(1) != null && !part.group(1).equals("(null)");
            for (MatchResult range : RANGE.matcher(part.group(2)).results().toList()) {
                int last = Integer.parseInt(range.group(2) == null ? range.group(1) : range.group(2));
                for (int i = Integer.parseInt(range.group(1)); i <= last; i++) {
                    gpus.add((typed ? part.group(1) : "untyped") + "/" + i);
                }
            }
        }
        return gpus;
    }
}
