package dev.sluice.lab.scheduling;

/** The actual or planned times of a job, in seconds; 0 if unknown. */
public record JobTimes(long submit, long eligible, long start, long end, long evaluated) {
    static JobTimes submittedAt(long now) {
        return new JobTimes(now, 0, 0, 0, 0);
    }

    JobTimes eligibleAt(long at) {
        return new JobTimes(submit, at, start, end, evaluated);
    }

    JobTimes expectedIn(long from, long to) {
        return new JobTimes(submit, eligible, from, to, evaluated);
    }

    JobTimes evaluatedAt(long at) {
        return new JobTimes(submit, eligible, start, end, at);
    }

    JobTimes endedAt(long at) {
        return new JobTimes(submit, eligible, start == 0 || start > at ? at : start, at, evaluated);
    }
}
