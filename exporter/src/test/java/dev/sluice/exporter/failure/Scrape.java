package dev.sluice.exporter.failure;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.exporter.model.FailureKind;
import java.util.OptionalDouble;

/** The response to one GET of /metrics, for one cluster. */
record Scrape(String text, String cluster) {

    Scrape of(String cluster) {
        return new Scrape(text, cluster);
    }

    boolean up(String source) {
        return value(source("sluice_source_up", source)).orElseThrow() == 1;
    }

    double failures(String source, FailureKind kind) {
        return value("sluice_source_failures_total{cluster=\"%s\",source=\"%s\",kind=\"%s\"}"
                        .formatted(cluster, source, kind.label()))
                .orElseThrow();
    }

    double failures(String source) {
        double sum = 0;
        for (FailureKind kind : FailureKind.values()) {
            sum += failures(source, kind);
        }
        return sum;
    }

    OptionalDouble age(String source) {
        return value(source("sluice_source_age_seconds", source));
    }

    OptionalDouble runningJobs() {
        return value("slurm_cluster_jobs{cluster=\"%s\",state=\"running\"}".formatted(cluster));
    }

    OptionalDouble nodesPoweringUp() {
        return value("slurm_cluster_nodes{cluster=\"%s\",state=\"powering_up\"}".formatted(cluster));
    }

    OptionalDouble controllerUp() {
        return value("slurm_controller_up{cluster=\"%s\",host=\"ctl\",role=\"primary\"}".formatted(cluster));
    }

    /** Checks that all values equal squeue, sinfo and scontrol at the time of the capture. */
    void showsTheWholeCluster() {
        showsJobs();
        showsNodes();
        assertThat(controllerUp()).hasValue(1);
    }

    void showsJobs() {
        assertThat(runningJobs()).as("running jobs").hasValue(34);
    }

    void showsNodes() {
        assertThat(nodesPoweringUp()).as("nodes powering up").hasValue(3);
    }

    /** Checks that the family has no sample, not even a zero. */
    void showsNothingOf(String source) {
        String prefix = switch (source) {
            case "jobs" -> "slurm_(queue|cluster_jobs|user|account)";
            case "nodes" -> "slurm_(capacity|cluster_(nodes|cpus|memory|gpus)|compute_node_(?!job_))";
            case "ping" -> "slurm_controller";
            default -> throw new IllegalArgumentException(source);
        };
        assertThat(text.lines().filter(line -> line.matches(prefix + ".*cluster=\"" + cluster + "\".*")))
                .as("series of %s of %s", source, cluster)
                .isEmpty();
    }

    private String source(String family, String source) {
        return "%s{cluster=\"%s\",source=\"%s\"}".formatted(family, cluster, source);
    }

    private OptionalDouble value(String series) {
        return text.lines()
                .filter(line -> line.startsWith(series + " "))
                .mapToDouble(line -> Double.parseDouble(line.substring(series.length() + 1)))
                .findFirst();
    }
}
