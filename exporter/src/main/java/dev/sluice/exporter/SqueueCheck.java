package dev.sluice.exporter;

import dev.sluice.exporter.config.ExporterConfig;
import dev.sluice.exporter.config.cluster.ClusterConfig;
import dev.sluice.exporter.doctor.Finding;
import dev.sluice.exporter.doctor.Finding.Level;
import dev.sluice.exporter.poll.FetchFailure;
import dev.sluice.exporter.slurm.squeue.SlurmProgram;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Checks each configured squeue, and the scontrol beside it. Calls the commands to print their release; these calls send
 * no request to slurmctld. Blocks the calling thread.
 */
final class SqueueCheck {

    private static final String CHECK = "squeue";

    private final Map<String, String> environment;

    SqueueCheck(Map<String, String> environment) {
        this.environment = environment;
    }

    /** Returns one line for each unusable squeue; the line begins with the path of the key. */
    List<String> problems(ExporterConfig config) {
        List<String> problems = new ArrayList<>();
        for (int i = 0; i < config.clusters().size(); i++) {
            String key = "clusters[" + i + "].slurm.squeue: ";
            findings(config.clusters().get(i)).stream()
                    .filter(finding -> finding.level() == Level.FAILED)
                    .forEach(finding -> problems.add(key + finding.text()));
        }
        return problems;
    }

    /** Returns a result for each cluster with a configured squeue. */
    List<Finding> findings(ExporterConfig config) {
        return config.clusters().stream()
                .flatMap(cluster -> findings(cluster).stream())
                .toList();
    }

    private List<Finding> findings(ClusterConfig cluster) {
        List<Finding> findings = new ArrayList<>();
        cluster.slurm().squeue().map(path -> SlurmProgram.of(path, environment)).ifPresent(squeue -> {
            findings.add(finding(
                    cluster, squeue, Level.FAILED, "set slurm.squeue to the squeue of this cluster, or remove it"));
            if (cluster.kubernetes().enabled()) {
                findings.add(finding(
                        cluster,
                        squeue.scontrol(),
                        Level.WARNING,
                        "for autoscaling, install scontrol in the directory of squeue"));
            }
        });
        return findings;
    }

    private static Finding finding(ClusterConfig cluster, SlurmProgram program, Level failed, String cure) {
        try {
            return new Finding(
                    Level.OK, cluster.name(), CHECK, program.path() + " is of Slurm " + program.release(), "");
        } catch (FetchFailure e) {
            return new Finding(
                    failed,
                    cluster.name(),
                    CHECK,
                    e.message(),
                    cure + "; as the exporter's user run: " + program.path() + " --version");
        }
    }
}
