package dev.sluice.exporter.realslurm;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** Consecutive changes of a cluster, on nodes that no other jobs use. */
final class Churn implements AutoCloseable {

    private static final String NODE = "rill02";
    private static final int SECONDS_APART = 4;
    private static final String SUBMIT =
            "runuser -u %s -- sbatch --chdir=/tmp -o /dev/null -J churn --mem=100M %s >/dev/null";

    private static final List<String> STEPS = List.of(
            SUBMIT.formatted("ada", "-p rapids -a 0-9%2 --wrap='sleep 4'"),
            SUBMIT.formatted("cleo", "-p pool,rapids -n 4 -H --wrap='sleep 60'"),
            "scontrol update nodename=" + NODE + " state=drain reason=churn",
            SUBMIT.formatted("gwen", "-p pool -n 2 --begin=now+3600 --wrap=true"),
            "scontrol create reservation reservationname=churn starttime=now+60 duration=10 flags=ignore_jobs nodes="
                    + NODE + " users=ada >/dev/null",
            SUBMIT.formatted("ben", "-p rapids -A oak -n 3 --wrap='sleep 8; exit 1'"),
            "scontrol update nodename=" + NODE + " state=resume",
            "squeue -h -n churn -u cleo -o %A | xargs -rn1 scontrol release",
            "scontrol update partitionname=pool state=drain",
            SUBMIT.formatted("eve", "-p rapids -n 16 -N 1 --wrap='sleep 5'"),
            "scontrol delete reservation churn",
            "scontrol update partitionname=pool state=up",
            "squeue -h -n churn -u cleo -t running -o %A | xargs -rn1 scontrol suspend",
            "squeue -h -n churn -u gwen -o %A | xargs -rn1 scontrol hold",
            "squeue -h -n churn -u cleo -t suspended -o %A | xargs -rn1 scontrol resume",
            "scancel -n churn");

    private final CompletableFuture<Void> steps;

    private Churn(CompletableFuture<Void> steps) {
        this.steps = steps;
    }

    static Churn start(RealCluster cluster) {
        String script = "set -e\n" + String.join("\nsleep " + SECONDS_APART + "\n", STEPS);
        return new Churn(CompletableFuture.runAsync(() -> {
            try {
                cluster.cli("sh", "-c", script);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new IllegalStateException(e);
            }
        }));
    }

    boolean ended() {
        return steps.isDone();
    }

    /** Waits for the last step. Throws an exception if a step failed. */
    @Override
    public void close() {
        steps.join();
    }
}
