package dev.sluice.exporter;

import dev.sluice.exporter.config.ExporterConfig;
import dev.sluice.exporter.config.ExporterConfig.ClusterConfig;
import dev.sluice.exporter.doctor.CheckResults;
import dev.sluice.exporter.doctor.CheckResults.CheckResult;
import dev.sluice.exporter.doctor.CheckResults.CheckResult.Level;
import dev.sluice.exporter.model.FailureKind;
import dev.sluice.exporter.poll.FetchFailure;
import dev.sluice.exporter.slurm.squeue.SlurmProgram;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Checks each configured squeue, and the scontrol beside it. Calls commands with a local configuration to print their
 * release. Sends no request to slurmctld. Blocks the calling thread.
 */
final class SqueueCheck {

    private static final String CHECK = "squeue";

    /** Slurm's commands prefer this file to {@code SLURM_CONF_SERVER}. */
    private static final Path LOCAL_CONFIGURATION = Path.of("/etc/slurm/slurm.conf");

    private final Map<String, String> environment;
    private final Path localConfiguration;

    SqueueCheck(Map<String, String> environment) {
        this(environment, LOCAL_CONFIGURATION);
    }

    SqueueCheck(Map<String, String> environment, Path localConfiguration) {
        this.environment = environment;
        this.localConfiguration = localConfiguration;
    }

    /** Returns one line for each unusable squeue; the line begins with the path of the key. */
    List<String> problems(ExporterConfig config) {
        List<String> names = config.clusters().stream().map(ClusterConfig::name).toList();
        return results(config).stream()
                .filter(result -> result.level() == Level.FAILED)
                .map(result -> "clusters[" + names.indexOf(result.cluster()) + "].slurm.squeue: " + result.text())
                .toList();
    }

    List<CheckResult> results(ExporterConfig config) {
        return config.clusters().stream()
                .flatMap(cluster -> results(cluster).stream())
                .toList();
    }

    private List<CheckResult> results(ClusterConfig cluster) {
        CheckResults results = new CheckResults(cluster.name());
        cluster.slurm().squeue().map(path -> SlurmProgram.of(path, environment)).ifPresent(squeue -> {
            try {
                results.ok(CHECK, state(cluster, squeue));
            } catch (FetchFailure e) {
                String cure = "set slurm.squeue to the squeue of this cluster, or remove it";
                results.failed(CHECK, e.message(), cure + test(squeue));
            }
            if (cluster.kubernetes().enabled()) {
                try {
                    results.ok(CHECK, state(cluster, squeue.scontrol()));
                } catch (FetchFailure e) {
                    String cure = "for autoscaling, install scontrol in the directory of squeue";
                    results.warning(CHECK, e.message(), cure + test(squeue.scontrol()));
                }
            }
        });
        cluster.slurm()
                .squeueServer()
                .filter(unused -> Files.exists(localConfiguration))
                .ifPresent(server -> results.failed(
                        CHECK,
                        "squeue would read " + localConfiguration + " instead of the configuration of " + server,
                        "remove slurm.squeueServer or the file"));
        return results.all();
    }

    private static String test(SlurmProgram program) {
        return "; as the exporter's user run: " + program.path() + " --version";
    }

    /** Even with {@code --version}, a command without a local configuration first requests the configuration. */
    private static String state(ClusterConfig cluster, SlurmProgram program) throws FetchFailure {
        Optional<String> server = cluster.slurm().squeueServer();
        if (server.isEmpty()) {
            return program.path() + " is of Slurm " + program.release();
        }
        if (!Files.isExecutable(program.path())) {
            throw FetchFailure.withoutRequest(
                    FailureKind.UNREACHABLE, "cannot run " + program.path() + ": no executable file");
        }
        return program.path() + " gets its configuration from " + server.get();
    }
}
