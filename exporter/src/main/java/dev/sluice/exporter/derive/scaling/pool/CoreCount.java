package dev.sluice.exporter.derive.scaling.pool;

import dev.sluice.exporter.model.Amounts;
import dev.sluice.exporter.model.cluster.SelectType;
import dev.sluice.exporter.model.job.JobPlacement;
import dev.sluice.exporter.model.node.NodeLayout;

/**
 * Counts the CPUs that slurmctld allocates to a job on a node. slurmctld allocates whole cores or sockets, but the job
 * may use only some of their threads.
 */
final class CoreCount {

    private final NodeLayout node;
    private final JobPlacement use;
    private final long cpusPerTask;
    private final long tasksPerCore;
    private final long threads;
    private final long usable;
    private final long unit;

    CoreCount(NodeLayout node, JobPlacement use, long cpusPerTask, SelectType select) {
        this.node = node;
        this.use = use;
        this.cpusPerTask = cpusPerTask;
        this.tasksPerCore = use.tasksPerCore() == 0 && select.oneTaskPerCore() ? 1 : use.tasksPerCore();
        this.threads = node.cpusPerCore();
        this.usable = use.threadsPerCore() > 0 ? Math.min(threads, use.threadsPerCore()) : threads;
        this.unit = select.unit() == SelectType.Unit.SOCKET ? Math.max(threads, node.cpusPerSocket()) : threads;
    }

    /** Returns how many tasks of the job fit on these CPUs of an empty node. */
    long tasksOn(long cpus) {
        long cores = cpus / threads;
        long tasks = tasksPerCore == 1
                ? cores / coresOfTask()
                : Math.min(
                        Amounts.product(cores, usable) / cpusPerTask,
                        tasksPerCore > 0 ? Amounts.product(cores, tasksPerCore) : Long.MAX_VALUE);
        return Math.min(tasks, tasksPerNode());
    }

    /** Returns how many of these CPUs of a node the job can use. */
    long usableOf(long cpus) {
        return Amounts.product(cpus / threads, usable);
    }

    /** Returns the maximum number of tasks on a node by sockets and boards. */
    long tasksPerNode() {
        long bySocket = use.tasksPerSocket() > 0 && node.sockets() > 0
                ? Amounts.product(use.tasksPerSocket(), node.sockets())
                : Long.MAX_VALUE;
        long byBoard = use.tasksPerBoard() > 0 && node.boards() > 0
                ? Amounts.product(use.tasksPerBoard(), node.boards())
                : Long.MAX_VALUE;
        return Math.min(bySocket, byBoard);
    }

    /** Returns how many CPUs are allocated to these tasks on one node. */
    long cpusOf(long tasks) {
        long cores = Amounts.ceilingOf(Amounts.product(tasks, cpusPerTask), usable);
        if (tasksPerCore == 1) {
            cores = Amounts.product(tasks, coresOfTask());
        } else if (tasksPerCore > 0) {
            cores = Math.max(cores, Amounts.ceilingOf(tasks, tasksPerCore));
        }
        return wholeUnits(Amounts.product(cores, threads));
    }

    /** Returns how many CPUs of a node are allocated if the job requests this number of CPUs on the node. */
    long cpusFor(long asked) {
        return wholeUnits(Amounts.product(Amounts.ceilingOf(asked, usable), threads));
    }

    /** Returns how many tasks share a core; 1 if a task takes a core or more, or if Slurm does not allocate cores. */
    long tasksOfOneCore() {
        long byCpus = unit == threads ? usable / cpusPerTask : 1;
        return Math.max(1, tasksPerCore > 0 ? Math.min(byCpus, tasksPerCore) : byCpus);
    }

    /** Returns the number of CPUs for one more task of the job. The task may share a core with other tasks. */
    long cpusOfNextTask() {
        if (tasksPerCore == 1) {
            return Amounts.product(coresOfTask(), threads);
        }
        long shared = Amounts.ceilingOf(Amounts.product(cpusPerTask, threads), usable);
        return tasksPerCore > 0 ? Math.max(shared, Amounts.ceilingOf(threads, tasksPerCore)) : shared;
    }

    /** Returns the CPUs that count for memory per CPU. Threads that the job leaves idle do not count. */
    long cpusWithMemory(long cpus) {
        return usableOf(Math.max(cpus, threads));
    }

    private long coresOfTask() {
        return Amounts.ceilingOf(cpusPerTask, usable);
    }

    private long wholeUnits(long cpus) {
        return Amounts.product(Amounts.ceilingOf(cpus, unit), unit);
    }
}
