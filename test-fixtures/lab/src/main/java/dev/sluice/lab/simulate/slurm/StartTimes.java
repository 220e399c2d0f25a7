package dev.sluice.lab.simulate.slurm;

import java.util.List;

/**
 * The distribution of start delays, as a quantile function. A start delay is the time from the creation of a pod until
 * the pod's node can run jobs.
 */
public sealed interface StartTimes {

    /** Returns a quantile of the start delay in seconds. The quantile for 0.5 is the median. */
    long seconds(double part);

    /** Returns a distribution with an equal start delay for all nodes. */
    static StartTimes of(long seconds) {
        return new Quantiles(List.of(seconds));
    }

    /**
     * Measured start delays.
     *
     * @param seconds quantiles at equal distances, including the minimum and the maximum; values between two quantiles
     *     are interpolated linearly
     */
    record Quantiles(List<Long> seconds) implements StartTimes {

        public Quantiles {
            seconds = seconds.stream().sorted().toList();
        }

        @Override
        public long seconds(double part) {
            double place = part * (seconds.size() - 1);
            int below = (int) place;
            long low = seconds.get(below);
            long high = seconds.get(Math.min(below + 1, seconds.size() - 1));
            return Math.round(low + (place - below) * (high - low));
        }
    }

    /** A log-normal distribution: most start delays are near the median, and a few are far longer. */
    record LogNormal(long median, long p95) implements StartTimes {

        private static final double Z95 = 1.6449;

        @Override
        public long seconds(double part) {
            double sigma = Math.log((double) p95 / median) / Z95;
            return Math.round(median * Math.exp(sigma * z(part)));
        }

        /**
         * Returns the quantile of the standard normal distribution for 0.05 % to 99.95 %, with an error below 0.0005
         * (Abramowitz and Stegun 26.2.23).
         */
        private static double z(double part) {
            double tail = Math.max(0.0005, Math.min(part, 1 - part));
            double t = Math.sqrt(-2 * Math.log(tail));
            double z = t
                    - (2.515517 + t * (0.802853 + t * 0.010328)) / (1 + t * (1.432788 + t * (0.189269 + t * 0.001308)));
            return part < 0.5 ? -z : z;
        }
    }
}
