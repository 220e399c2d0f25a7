package dev.sluice.exporter.derive.life;

import dev.sluice.exporter.model.Tres;
import dev.sluice.exporter.model.job.Job;
import dev.sluice.exporter.model.job.JobBuilder;
import dev.sluice.exporter.model.job.JobState;
import java.util.List;

/** A job record like a record of slurmctld, with the fields that the job life reads. */
record QueueRecord(
        long id,
        JobState base,
        JobState state,
        String reason,
        List<String> partitions,
        String qos,
        long tasks,
        boolean truncated,
        long array,
        long het,
        long submitted,
        long eligible,
        long started,
        long ended,
        int restarts) {

    static QueueRecord pending(long id, long submitted) {
        return new QueueRecord(
                id,
                JobState.PENDING,
                JobState.PENDING,
                "Resources",
                List.of("batch"),
                "normal",
                1,
                false,
                0,
                0,
                submitted,
                submitted,
                0,
                0,
                0);
    }

    static QueueRecord running(long id, long submitted, long started) {
        return pending(id, submitted).startedAt(started);
    }

    static QueueRecord ended(long id, long submitted, long started, long ended, JobState state) {
        return running(id, submitted, started).endedAt(ended, state);
    }

    QueueRecord startedAt(long at) {
        return with(JobState.RUNNING, JobState.RUNNING, "None", at, 0);
    }

    QueueRecord endedAt(long at, JobState how) {
        return with(how, how, "None", started, at);
    }

    QueueRecord flagged(JobState flag) {
        return with(base, flag, reason, started, ended);
    }

    QueueRecord waiting(String why, long eligibleAt) {
        return new QueueRecord(
                id,
                base,
                state,
                why,
                partitions,
                qos,
                tasks,
                truncated,
                array,
                het,
                submitted,
                eligibleAt,
                started,
                ended,
                restarts);
    }

    private QueueRecord with(JobState base, JobState state, String reason, long started, long ended) {
        return new QueueRecord(
                id,
                base,
                state,
                reason,
                partitions,
                qos,
                1,
                truncated,
                array,
                het,
                submitted,
                eligible,
                started,
                ended,
                restarts);
    }

    QueueRecord in(String qos, String... partitions) {
        return new QueueRecord(
                id,
                base,
                state,
                reason,
                List.of(partitions),
                qos,
                tasks,
                truncated,
                array,
                het,
                submitted,
                eligible,
                started,
                ended,
                restarts);
    }

    QueueRecord ofArray(long array, long tasks) {
        return new QueueRecord(
                id,
                base,
                state,
                reason,
                partitions,
                qos,
                tasks,
                truncated,
                array,
                het,
                submitted,
                eligible,
                started,
                ended,
                restarts);
    }

    QueueRecord cut() {
        return new QueueRecord(
                id,
                base,
                state,
                reason,
                partitions,
                qos,
                tasks,
                true,
                array,
                het,
                submitted,
                eligible,
                started,
                ended,
                restarts);
    }

    QueueRecord ofHet(long leader) {
        return new QueueRecord(
                id,
                base,
                state,
                reason,
                partitions,
                qos,
                tasks,
                truncated,
                array,
                leader,
                submitted,
                eligible,
                started,
                ended,
                restarts);
    }

    QueueRecord restarted(int times) {
        return new QueueRecord(
                id,
                base,
                state,
                reason,
                partitions,
                qos,
                tasks,
                truncated,
                array,
                het,
                submitted,
                eligible,
                started,
                ended,
                times);
    }

    Job job() {
        JobBuilder job = JobBuilder.job(id)
                .state(base, state)
                .reason(reason)
                .in(String.join(",", partitions))
                .owner("physics", "anna", qos)
                .array(array, tasks, 0)
                .het(het)
                .allocation(Tres.NONE, started > 0 ? "n1" : "")
                .submittedAt(submitted)
                .eligibleAt(eligible)
                .ran(started, ended)
                .restarts(restarts);
        return (truncated ? job.truncated() : job).build();
    }
}
