package dev.sluice.exporter.derive.gpu;

import dev.sluice.exporter.derive.SeriesBudget;
import dev.sluice.exporter.model.Amounts;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * The GPUs of one resource of all machines of a pool.
 *
 * @param pool name of the pool; {@code none} for machines without a pool, {@code other} for the pools over the limit
 * @param resource resource name; {@code other} for the resources over the limit
 */
public record PoolGpus(String pool, String resource, GpuAmounts amounts) {

    /** More pools and resources than clusters have. The limits keep the number of series bounded. */
    private static final int MAX_POOLS = 100;

    private static final int MAX_RESOURCES = 20;

    /**
     * Sums the machines of each pool and resource, ordered by name.
     *
     * @param maxNamespaces maximum number of namespaces, those with the most GPUs; the others share the name
     *     {@code other}
     */
    public static List<PoolGpus> of(List<MachineGpus> machines, int maxNamespaces) {
        Function<String, String> pools = named(totals(machines, MachineGpus::pool), MAX_POOLS);
        Function<String, String> resources = named(totals(machines, MachineGpus::resource), MAX_RESOURCES);
        Function<String, String> namespaces = named(namespaces(machines), maxNamespaces);

        SortedMap<String, SortedMap<String, GpuAmounts>> sums = new TreeMap<>();
        for (MachineGpus machine : machines) {
            sums.computeIfAbsent(pools.apply(machine.pool()), unused -> new TreeMap<>())
                    .merge(
                            resources.apply(machine.resource()),
                            renamed(machine.amounts(), namespaces),
                            GpuAmounts::plus);
        }
        List<PoolGpus> all = new ArrayList<>();
        sums.forEach((pool, ofPool) ->
                ofPool.forEach((resource, amounts) -> all.add(new PoolGpus(pool, resource, amounts))));
        return all;
    }

    private static GpuAmounts renamed(GpuAmounts amounts, Function<String, String> namespaces) {
        SortedMap<String, Long> byNamespace = new TreeMap<>();
        amounts.byNamespace()
                .forEach((namespace, gpus) -> byNamespace.merge(namespaces.apply(namespace), gpus, Amounts::sum));
        return new GpuAmounts(amounts.byOwner(), byNamespace);
    }

    private static Map<String, Long> totals(Collection<MachineGpus> machines, Function<MachineGpus, String> name) {
        return machines.stream()
                .collect(Collectors.groupingBy(
                        name,
                        Collectors.summingLong(machine -> machine.amounts().total())));
    }

    private static Map<String, Long> namespaces(Collection<MachineGpus> machines) {
        return machines.stream()
                .flatMap(machine -> machine.amounts().byNamespace().entrySet().stream())
                .collect(Collectors.groupingBy(Map.Entry::getKey, Collectors.summingLong(Map.Entry::getValue)));
    }

    /** Returns a function that keeps the names with the most GPUs, and replaces the other names. */
    private static Function<String, String> named(Map<String, Long> totals, int max) {
        Set<String> kept = totals.entrySet().stream()
                .sorted(Map.Entry.<String, Long>comparingByValue()
                        .reversed()
                        .thenComparing(Comparator.comparing(Map.Entry::getKey)))
                .limit(max)
                .map(Map.Entry::getKey)
                .collect(Collectors.toSet());
        return name -> kept.contains(name) ? name : SeriesBudget.OTHER;
    }
}
