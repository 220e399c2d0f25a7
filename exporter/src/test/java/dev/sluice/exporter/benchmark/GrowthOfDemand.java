package dev.sluice.exporter.benchmark;

import dev.sluice.exporter.benchmark.DemandBenchmark.Load;
import dev.sluice.exporter.benchmark.DemandBenchmark.Queue;
import java.util.List;
import java.util.stream.IntStream;

/** Measures how the cost of the demand grows with each size of a cluster and of its queue. */
final class GrowthOfDemand {

    static final int ROUNDS = 3;

    private static final int MANY_NODES = 10_000;

    private GrowthOfDemand() {}

    /** A size that varies while the other sizes stay constant. */
    enum Dimension {
        REQUESTS("different requests", 100_000) {
            @Override
            Load load(int size) {
                return Load.of(Queue.DISTINCT, size, MANY_NODES);
            }
        },
        NODES("nodes", MANY_NODES) {
            @Override
            Load load(int size) {
                return Load.of(Queue.ORDINARY, 10_000, size);
            }
        },
        NODE_SETS("NodeSets, 1,000 jobs in all their partitions", 96) {
            @Override
            Load load(int size) {
                return Load.of(Queue.ALL_PARTITIONS, 1_000, MANY_NODES).withPools(size);
            }
        },
        NAMES("names in each of 200 node lists", MANY_NODES) {
            @Override
            Load load(int size) {
                return Load.of(Queue.EXCLUDE_MANY, 200, MANY_NODES).withLength(size);
            }
        },
        TASKS("tasks in each of 1,000 arrays", 1_000_000) {
            @Override
            Load load(int size) {
                return Load.of(Queue.GANG_ARRAYS, 1_000, MANY_NODES).withLength(size);
            }
        },
        RESERVATIONS("reservations, 10,000 jobs", 5_000) {
            @Override
            Load load(int size) {
                return Load.of(Queue.RESERVATIONS, 10_000, MANY_NODES).withLength(size);
            }
        };

        private final String label;
        private final int largest;

        Dimension(String label, int largest) {
            this.label = label;
            this.largest = largest;
        }

        abstract Load load(int size);

        String label() {
            return label;
        }

        /** Returns one eighth, one quarter, one half and all of the largest size. */
        List<Integer> sizes() {
            return IntStream.of(8, 4, 2, 1).mapToObj(part -> largest / part).toList();
        }

        List<Load> loads() {
            return sizes().stream().map(this::load).toList();
        }
    }

    /** Returns the slope of the least-squares line through the logarithms. */
    static double exponent(List<Integer> sizes, List<Double> costs) {
        double meanX = sizes.stream().mapToDouble(Math::log).average().orElseThrow();
        double meanY = costs.stream().mapToDouble(Math::log).average().orElseThrow();
        double together = 0;
        double alone = 0;
        for (int i = 0; i < sizes.size(); i++) {
            double x = Math.log(sizes.get(i)) - meanX;
            together += x * (Math.log(costs.get(i)) - meanY);
            alone += x * x;
        }
        return together / alone;
    }
}
