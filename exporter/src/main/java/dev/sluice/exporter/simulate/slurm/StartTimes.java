package dev.sluice.exporter.simulate.slurm;

import java.util.List;

/** Times from the creation of a pod until its node can run jobs, as a quantile function. */
public sealed interface StartTimes {

    /** Returns a quantile in seconds; 0.5 is the median. */
    long seconds(double part);

    /** Returns the same time for all nodes. */
    static StartTimes of(long seconds) {
        return new Quantiles(List.of(seconds));
    }

    /**
     * Measured start times.
     *
     * @param seconds quantiles at equal distances, including minimum and maximum; interpolated linearly
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

    /** A log-normal distribution: most times are near the median, a few are far longer. */
    record LogNormal(long median, long p95) implements StartTimes {

        private static final double Z95 = 1.6449;

        @Override
        public long seconds(double part) {
            double sigma = Math.log((double) p95 / median) / Z95;
            return Math.round(median * Math.exp(sigma * z(part)));
        }

        /** Returns the standard normal quantile, within 0.0005 (Abramowitz and Stegun 26.2.23), for 0.05 to 99.95 %. */
        private static double z(double part) {
            double tail = Math.max(0.0005, Math.min(part, 1 - part));
            double t = Math.sqrt(-2 * Math.log(tail));
            double z = t
                    - (2.515517 + t * (0.802853 + t * 0.010328)) / (1 + t * (1.432788 + t * (0.189269 + t * 0.001308)));
            return part < 0.5 ? -z : z;
        }
    }
}
