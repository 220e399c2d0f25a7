package dev.sluice.exporter.derive.usage;

import dev.sluice.exporter.derive.FirstComers;
import dev.sluice.exporter.derive.NameRule;
import dev.sluice.exporter.derive.SeriesBudget;
import dev.sluice.exporter.derive.usage.UsageCounts.Owned;
import dev.sluice.exporter.derive.usage.UsageCounts.PartitionGpus;
import dev.sluice.exporter.derive.usage.UsageCounts.Runs;
import dev.sluice.exporter.model.job.JobState;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;

/**
 * Sums up the usage of accounts, users and partitions. Publishes each counter with the value 0 first, because
 * increase() ignores the first value of a counter.
 */
final class UsageTotals {

    private final Owners accounts;
    private final Owners users;
    private final Map<PartitionGpus, RunSums> partitions = new HashMap<>();

    /** A sum, which is 0 when it is published for the first time. */
    private static final class Sum {

        private double value;
        private boolean published;

        /** Returns a sum that was published before. */
        static Sum of(double value) {
            Sum sum = new Sum();
            sum.value = value;
            sum.published = true;
            return sum;
        }

        double value() {
            return value;
        }

        double published() {
            double shown = published ? value : 0;
            published = true;
            return shown;
        }
    }

    /** The sums of an account or user. */
    private static final class OwnedSums {

        private final Map<String, Sum> gpus = new HashMap<>();
        private Sum cpus = new Sum();
        private Sum memory = new Sum();

        static OwnedSums of(Owned before) {
            OwnedSums sums = new OwnedSums();
            before.gpuSeconds().forEach((type, seconds) -> sums.gpus.put(type, Sum.of(seconds)));
            sums.cpus = Sum.of(before.cpuSeconds());
            sums.memory = Sum.of(before.memoryByteSeconds());
            return sums;
        }

        void add(String gpuType, UsageAmounts amounts) {
            if (!gpuType.equals(UsageKey.NO_GPU)) {
                gpus.computeIfAbsent(gpuType, unused -> new Sum()).value += amounts.gpuSeconds();
            }
            cpus.value += amounts.cpuSeconds();
            memory.value += amounts.memoryByteSeconds();
        }

        Owned copy(ToDoubleFunction<Sum> read) {
            SortedMap<String, Double> byType = new TreeMap<>();
            gpus.forEach((type, sum) -> byType.put(type, read.applyAsDouble(sum)));
            return new Owned(byType, read.applyAsDouble(cpus), read.applyAsDouble(memory));
        }
    }

    /** The sums of all accounts or of all users. */
    private static final class Owners {

        private final FirstComers<String> named;
        private final boolean shown;
        private final Map<String, OwnedSums> sums = new HashMap<>();

        Owners(int max, NameRule rule, SortedMap<String, Owned> before) {
            this.shown = rule != NameRule.DROP;
            this.named = new FirstComers<>(
                    max,
                    before.keySet().stream()
                            .filter(name -> !name.equals(SeriesBudget.OTHER))
                            .toList());
            if (shown) {
                before.forEach((name, owned) -> sums.put(name, OwnedSums.of(owned)));
            }
        }

        void add(String name, String gpuType, UsageAmounts amounts) {
            if (shown) {
                sums.computeIfAbsent(named.named(name, SeriesBudget.OTHER), unused -> new OwnedSums())
                        .add(gpuType, amounts);
            }
        }

        SortedMap<String, Owned> copy(ToDoubleFunction<Sum> read) {
            return sorted(sums, owned -> owned.copy(read));
        }
    }

    /** The sums of the runs of one partition with one type of GPU. */
    private static final class RunSums {

        private Sum gpus = new Sum();
        private final Map<JobState, Sum> ended = new EnumMap<>(JobState.class);

        RunSums() {
            UsageCounts.END_STATES.forEach(state -> ended.put(state, new Sum()));
        }

        static RunSums of(Runs before) {
            RunSums sums = new RunSums();
            sums.gpus = Sum.of(before.gpuSeconds());
            sums.ended.replaceAll((state, unused) -> Sum.of(before.ended().getOrDefault(state, 0.0)));
            return sums;
        }

        Runs copy(ToDoubleFunction<Sum> read) {
            Map<JobState, Double> byState = new EnumMap<>(JobState.class);
            ended.forEach((state, sum) -> byState.put(state, read.applyAsDouble(sum)));
            return new Runs(read.applyAsDouble(gpus), byState);
        }
    }

    UsageTotals(SeriesBudget budget, UsageCounts before) {
        this.accounts = new Owners(budget.accounts(), budget.accountNames(), before.accounts());
        this.users = new Owners(budget.users(), budget.userNames(), before.users());
        before.partitions().forEach((key, runs) -> partitions.put(key, RunSums.of(runs)));
    }

    void add(UsageKey key, UsageAmounts amounts) {
        accounts.add(key.account(), key.gpuType(), amounts);
        users.add(key.user(), key.gpuType(), amounts);
        if (!key.gpuType().equals(UsageKey.NO_GPU)) {
            runs(key.partition(), key.gpuType()).gpus.value += amounts.gpuSeconds();
        }
    }

    void ended(String partition, String gpuType, JobState state, double gpuSeconds) {
        runs(partition, gpuType).ended.computeIfAbsent(state, unused -> new Sum()).value += gpuSeconds;
    }

    private RunSums runs(String partition, String gpuType) {
        return partitions.computeIfAbsent(new PartitionGpus(partition, gpuType), unused -> new RunSums());
    }

    UsageCounts published() {
        return copy(Sum::published);
    }

    UsageCounts counted() {
        return copy(Sum::value);
    }

    private UsageCounts copy(ToDoubleFunction<Sum> read) {
        return new UsageCounts(
                accounts.copy(read),
                users.copy(read),
                sorted(partitions, runs -> runs.copy(read)),
                accounts.named.folded(),
                users.named.folded());
    }

    private static <K, A, B> SortedMap<K, B> sorted(Map<K, A> map, Function<A, B> value) {
        SortedMap<K, B> sorted = new TreeMap<>();
        map.forEach((key, sum) -> sorted.put(key, value.apply(sum)));
        return sorted;
    }
}
