package dev.sluice.common.scheduling.job;

/** When things happened to a job, or are planned to; seconds, 0 when not known. */
public record JobTimes(long submit, long eligible, long start, long end, long evaluated, long preempted) {
    static JobTimes submittedAt(long now) {
        return new JobTimes(now, 0, 0, 0, 0, 0);
    }

    JobTimes eligibleAt(long at) {
        return new JobTimes(submit, at, start, end, evaluated, preempted);
    }

    JobTimes expectedIn(long from, long to) {
        return new JobTimes(submit, eligible, from, to, evaluated, preempted);
    }

    JobTimes evaluatedAt(long at) {
        return new JobTimes(submit, eligible, start, end, at, preempted);
    }

    JobTimes endedAt(long at) {
        return new JobTimes(submit, eligible, start == 0 || start > at ? at : start, at, evaluated, preempted);
    }

    JobTimes preemptedAt(long at) {
        return new JobTimes(submit, eligible, start, at, evaluated, at);
    }
}
