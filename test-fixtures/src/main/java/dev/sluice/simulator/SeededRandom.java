package dev.sluice.simulator;

import dev.sluice.lab.scheduling.JobRequest;
import dev.sluice.lab.scheduling.JobState;
import java.time.Duration;
import java.util.List;
import java.util.SplittableRandom;

/** The only source of random numbers for jobs and incidents. The generator has a seed. */
record SeededRandom(SplittableRandom random) {
    boolean chance(double probability) {
        return random.nextDouble() < probability;
    }

    /** Returns true if an event with this rate per hour happens within the given seconds. */
    boolean happens(double perHour, long seconds) {
        return chance(1 - Math.exp(-perHour * seconds / 3600.0));
    }

    int between(int low, int high) {
        return random.nextInt(low, high + 1);
    }

    <T> T pick(List<T> things) {
        return things.get(random.nextInt(things.size()));
    }

    /** Returns a duration, usually near the lower limit, sometimes near the upper limit. */
    Duration minutes(int low, int high) {
        double x = random.nextDouble();
        return Duration.ofSeconds(Math.round(60 * (low + (high - low) * x * x)));
    }

    /** Returns a random end state; most jobs complete. */
    JobState ending() {
        double x = random.nextDouble();
        if (x < 0.88) {
            return JobState.COMPLETED;
        }
        if (x < 0.94) {
            return JobState.FAILED;
        }
        return x < 0.97 ? JobState.CANCELLED : JobState.OUT_OF_MEMORY;
    }

    /** Sets a run time, an end state, and the time limit that a user would typically guess. */
    JobRequest lasting(JobRequest job, int lowMinutes, int highMinutes) {
        Duration runs = minutes(lowMinutes, highMinutes);
        if (chance(0.04)) {
            return job.runs(runs.plusMinutes(highMinutes)).limit(runs).endsAs(JobState.TIMEOUT);
        }
        long limit = Math.max(5, Math.round(runs.toMinutes() * (1.1 + 1.4 * random.nextDouble())));
        long rounded = limit > 60 ? (limit + 29) / 30 * 30 : (limit + 4) / 5 * 5;
        return job.runs(runs).limit(Duration.ofMinutes(rounded)).endsAs(ending());
    }
}
