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
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.BiFunction;

/**
 * Sums up the usage of accounts, users and partitions. Publishes each counter with the value 0 first, because
 * increase() ignores the first value of a counter.
 */
final class UsageTotals {

    private final Owners accounts;
    private final Owners users;
    private final Map<PartitionGpus, RunSums> partitions = new HashMap<>();
    private UsageCounts published;

    /** The sums of an account or user. */
    private static final class OwnedSums {

        private final Map<String, Double> gpus = new HashMap<>();
        private double cpus;
        private double memory;

        OwnedSums(Owned before) {
            gpus.putAll(before.gpuSeconds());
            cpus = before.cpuSeconds();
            memory = before.memoryByteSeconds();
        }

        void add(String gpuType, UsageAmounts amounts) {
            if (!gpuType.equals(UsageKey.NO_GPU)) {
                gpus.merge(gpuType, amounts.gpuSeconds(), Double::sum);
            }
            cpus += amounts.cpuSeconds();
            memory += amounts.memoryByteSeconds();
        }

        Owned copy() {
            return new Owned(new TreeMap<>(gpus), cpus, memory);
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
                before.forEach((name, owned) -> sums.put(name, new OwnedSums(owned)));
            }
        }

        void add(String name, String gpuType, UsageAmounts amounts) {
            if (shown) {
                sums.computeIfAbsent(named.named(name, SeriesBudget.OTHER), unused -> new OwnedSums(Owned.ZERO))
                        .add(gpuType, amounts);
            }
        }
    }

    /** The sums of the runs of one partition with one type of GPU. */
    private static final class RunSums {

        private final Map<JobState, Double> ended = new EnumMap<>(JobState.class);
        private double gpus;

        RunSums(Runs before) {
            UsageCounts.END_STATES.forEach(
                    state -> ended.put(state, before.ended().getOrDefault(state, 0.0)));
            gpus = before.gpuSeconds();
        }
    }

    UsageTotals(SeriesBudget budget, UsageCounts before) {
        this.accounts = new Owners(budget.accounts(), budget.accountNames(), before.accounts());
        this.users = new Owners(budget.users(), budget.userNames(), before.users());
        before.partitions().forEach((key, runs) -> partitions.put(key, new RunSums(runs)));
        this.published = before;
    }

    void add(UsageKey key, UsageAmounts amounts) {
        accounts.add(key.account(), key.gpuType(), amounts);
        users.add(key.user(), key.gpuType(), amounts);
        if (!key.gpuType().equals(UsageKey.NO_GPU)) {
            runs(key.partition(), key.gpuType()).gpus += amounts.gpuSeconds();
        }
    }

    void ended(String partition, String gpuType, JobState state, double gpuSeconds) {
        runs(partition, gpuType).ended.merge(state, gpuSeconds, Double::sum);
    }

    private RunSums runs(String partition, String gpuType) {
        return partitions.computeIfAbsent(new PartitionGpus(partition, gpuType), unused -> new RunSums(Runs.ZERO));
    }

    /** Returns the counts, with 0 in place of each count that has not been returned before. */
    UsageCounts published() {
        UsageCounts before = published;
        published = counted();
        return new UsageCounts(
                known(published.accounts(), before.accounts()),
                known(published.users(), before.users()),
                sorted(
                        published.partitions(),
                        (key, runs) -> before.partitions().containsKey(key) ? runs : Runs.ZERO),
                published.foldedAccounts(),
                published.foldedUsers());
    }

    private static SortedMap<String, Owned> known(SortedMap<String, Owned> now, SortedMap<String, Owned> before) {
        return sorted(now, (name, owned) -> {
            boolean known = before.containsKey(name);
            Set<String> types =
                    before.getOrDefault(name, Owned.ZERO).gpuSeconds().keySet();
            return new Owned(
                    sorted(owned.gpuSeconds(), (type, seconds) -> types.contains(type) ? seconds : 0.0),
                    known ? owned.cpuSeconds() : 0,
                    known ? owned.memoryByteSeconds() : 0);
        });
    }

    UsageCounts counted() {
        return new UsageCounts(
                sorted(accounts.sums, (name, sums) -> sums.copy()),
                sorted(users.sums, (name, sums) -> sums.copy()),
                sorted(partitions, (key, sums) -> new Runs(sums.gpus, sums.ended)),
                accounts.named.folded(),
                users.named.folded());
    }

    private static <K, A, B> SortedMap<K, B> sorted(Map<K, A> map, BiFunction<K, A, B> value) {
        SortedMap<K, B> sorted = new TreeMap<>();
        map.forEach((key, sum) -> sorted.put(key, value.apply(key, sum)));
        return sorted;
    }
}
