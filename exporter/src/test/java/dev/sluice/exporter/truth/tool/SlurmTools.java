package dev.sluice.exporter.truth.tool;

import java.util.function.ToLongFunction;

/** All that Slurm's tools show of a cluster, counted without any code of the exporter. */
public final class SlurmTools {

    private SlurmTools() {}

    /**
     * What they show.
     *
     * @param after a later look, of what changes by itself
     */
    public static Shown show(ToolTexts before, ToolTexts after) {
        return show(before, after, Squeue.Line::tasks);
    }

    /** The same of the array tasks of which slurmrestd tells. */
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
        new Sdiag(before, after).show(shown);
        return shown;
    }
}
