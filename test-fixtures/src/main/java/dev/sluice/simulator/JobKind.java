package dev.sluice.simulator;

import java.util.List;
import java.util.function.Function;

/**
 * A kind of job that users submit.
 *
 * @param perHour submissions per hour on an ordinary day at noon
 * @param pool what its users watch before they submit more
 * @param make a new job of this kind: one request, or the components of a heterogeneous job
 */
record JobKind(String name, double perHour, Pool pool, Function<Draw, List<JobRequest>> make) {

    /** Resources that users compete for. */
    enum Pool {
        CPU,
        H100,
        OTHER_GPU,
        CLOUD
    }

    static JobKind of(String name, double perHour, Pool pool, Function<Draw, JobRequestBuilder> make) {
        return new JobKind(name, perHour, pool, draw -> List.of(make.apply(draw).build()));
    }
}
