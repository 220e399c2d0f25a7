package dev.sluice.exporter.truth.tool;

import java.util.function.ToLongFunction;

/** The output of Slurm's tools for a cluster. No code of the exporter counts the values. */
public final class SlurmTools {

    private SlurmTools() {}

    /**
     * Returns the tools' values.
     *
     * @param after a later output, for values that change by themselves
     */
    public static Shown show(ToolTexts before, ToolTexts after) {
        return show(before, after, Squeue.Line::tasks);
    }

    /** Returns the tools' values for only the array tasks that slurmrestd sends. */
    public static Shown showSent(ToolTexts before, ToolTexts after) {
        return show(before, after, Squeue.Line::sent);
    }

    private static Shown show(ToolTexts before, ToolTexts after, ToLongFunction<Squeue.Line> tasks) {
        Shown shown = new Shown();
        Squeue.of(before).show(shown, tasks);
        Sinfo.of(before).show(shown);
        new ScontrolJobs(before, after).show(shown, tasks);
        new ScontrolNodes(before, after).show(shown);
        new ScontrolCluster(before).show(shown);
        new Limits(before).show(shown);
        new Sshare(before).show(shown);
        new FairShareGpus(before).show(shown);
        new Sdiag(before, after).show(shown);
        return shown;
    }
}
