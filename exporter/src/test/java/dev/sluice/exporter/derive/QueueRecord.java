package dev.sluice.exporter.derive;

import dev.sluice.exporter.model.Tres;
import dev.sluice.exporter.model.job.Job;
import dev.sluice.exporter.model.job.JobBuilder;
import dev.sluice.exporter.model.job.JobState;
import java.util.function.UnaryOperator;

/** A job record like a record of slurmctld, with the fields that the job life reads. */
record QueueRecord(Job job) {

    static QueueRecord pending(long id, long submitted) {
        return new QueueRecord(JobBuilder.job(id)
                .in("batch")
                .owner("physics", "anna", "normal")
                .submittedAt(submitted)
                .eligibleAt(submitted)
                .build());
    }

    static QueueRecord running(long id, long submitted, long started) {
        return pending(id, submitted).startedAt(started);
    }

    static QueueRecord ended(long id, long submitted, long started, long ended, JobState state) {
        return running(id, submitted, started).endedAt(ended, state);
    }

    private QueueRecord with(UnaryOperator<JobBuilder> change) {
        return new QueueRecord(change.apply(JobBuilder.of(job)).build());
    }

    QueueRecord startedAt(long at) {
        return with(copy -> copy.state(JobState.RUNNING, JobState.RUNNING)
                        .reason("None")
                        .allocation(Tres.NONE, at > 0 ? "n1" : "")
                        .ran(at, 0))
                .ofArray(job.array().jobId(), 1);
    }

    QueueRecord endedAt(long at, JobState how) {
        return with(copy -> copy.state(how, how).reason("None").ran(job.times().startedAt(), at))
                .ofArray(job.array().jobId(), 1);
    }

    QueueRecord flagged(JobState flag) {
        return with(copy -> copy.state(job.status().base(), flag))
                .ofArray(job.array().jobId(), 1);
    }

    QueueRecord waiting(String why, long eligibleAt) {
        return with(copy -> copy.reason(why).eligibleAt(eligibleAt));
    }

    QueueRecord in(String qos, String... partitions) {
        return with(copy -> copy.in(String.join(",", partitions)).owner("physics", "anna", qos));
    }

    QueueRecord ofArray(long array, long tasks) {
        return with(copy -> copy.array(array, tasks, 0));
    }

    QueueRecord cut() {
        return with(JobBuilder::truncated);
    }

    QueueRecord ofHet(long leader) {
        return with(copy -> copy.het(leader));
    }

    QueueRecord restarted(int times) {
        return with(copy -> copy.restarts(times));
    }
}
