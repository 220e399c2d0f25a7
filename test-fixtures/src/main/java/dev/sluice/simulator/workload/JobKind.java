package dev.sluice.simulator.workload;

import dev.sluice.lab.scheduling.job.JobRequest;
import dev.sluice.lab.scheduling.job.JobRequestBuilder;
import java.util.List;
import java.util.function.Function;

/**
 * A kind of job that users submit.
 *
 * @param perHour mean submissions per hour of a day, before users adapt to the load
 * @param pool resources that the users check before they submit more jobs
 * @param make creates a job of this kind: one request, or the components of a heterogeneous job
 */
record JobKind(double perHour, Pool pool, Function<SeededRandom, List<JobRequest>> make) {

    /** Resources for which users compete. */
    enum Pool {
        CPU,
        H100,
        OTHER_GPU,
        CLOUD
    }

    /** A kind of single jobs that run for the given minutes, usually near the lower limit. */
    record Rate(double perHour, Pool pool, int lowMinutes, int highMinutes) {
        JobKind made(Function<SeededRandom, JobRequestBuilder> make) {
            return new JobKind(
                    perHour,
                    pool,
                    random -> List.of(random.lasting(make.apply(random), lowMinutes, highMinutes)
                            .build()));
        }
    }

    static Rate of(double perHour, Pool pool, int lowMinutes, int highMinutes) {
        return new Rate(perHour, pool, lowMinutes, highMinutes);
    }
}
