package dev.sluice.exporter.simulate.slurm;

/** A submitted job, or what is left of an array, while it waits. */
final class QueuedJob {

    private final JobSpec spec;
    private int waitingTasks;
    private int runningTasks;
    private int requeuedTasks;
    private int started;
    private boolean refused;
    private long beginAt;
    private String reason = "None";

    QueuedJob(JobSpec spec) {
        this.spec = spec;
        this.waitingTasks = spec.tasks();
        this.beginAt = spec.eligibility().beginAt();
    }

    JobSpec spec() {
        return spec;
    }

    JobSpec.Request request() {
        return spec.request();
    }

    int waitingTasks() {
        return waitingTasks;
    }

    int neverStarted() {
        return spec.tasks() - started;
    }

    /** JobId of the task that would start next; the tasks of an array count on from its own. */
    long nextId() {
        return spec.id() + (array() ? 1 + spec.tasks() - waitingTasks : 0);
    }

    boolean ended() {
        return waitingTasks == 0 && runningTasks == 0;
    }

    boolean array() {
        return spec.tasks() > 1;
    }

    boolean atItsLimit() {
        return spec.taskLimit() > 0 && runningTasks >= spec.taskLimit();
    }

    String reason() {
        return reason;
    }

    long beginAt() {
        return beginAt;
    }

    boolean heldAt(long now) {
        return refused || now < spec.eligibility().heldUntil();
    }

    boolean refused() {
        return refused;
    }

    /** Whether the reason changed. */
    boolean because(String why) {
        boolean changed = !reason.equals(why);
        reason = why;
        return changed;
    }

    /** slurmctld sets the priority of a job with bad constraints to 0 and does not look at it again. */
    void refuse() {
        refused = true;
    }

    /** Starts a task; whether it is its first start. */
    boolean start() {
        waitingTasks--;
        runningTasks++;
        if (requeuedTasks > 0) {
            requeuedTasks--;
            return false;
        }
        started++;
        return true;
    }

    void end() {
        runningTasks--;
    }

    /** A task goes back into the queue, not to be started before some time. */
    void requeue(long notBefore) {
        runningTasks--;
        waitingTasks++;
        requeuedTasks++;
        beginAt = Math.max(beginAt, notBefore);
        reason = "BeginTime";
    }
}
