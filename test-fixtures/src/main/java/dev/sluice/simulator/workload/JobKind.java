package dev.sluice.simulator.workload;

import dev.sluice.common.scheduling.job.JobRequest;
import dev.sluice.common.scheduling.job.JobRequestBuilder;
import java.util.List;
import java.util.function.Function;

/**
 * A kind of job that users submit.
 *
 * @param perHour mean submissions per hour of a day, before users adapt to the load
 * @param pool resources that the users check before they submit more jobs
 * @param make creates a job of this kind: one request, or the components of a heterogeneous job
 */
record JobKind(String name, double perHour, Pool pool, Function<SeededRandom, List<JobRequest>> make) {

    /** Resources for which users compete. */
    enum Pool {
        CPU,
        H100,
        OTHER_GPU,
        CLOUD
    }

    static JobKind of(String name, double perHour, Pool pool, Function<SeededRandom, JobRequestBuilder> make) {
        return new JobKind(
                name, perHour, pool, random -> List.of(make.apply(random).build()));
    }
}
