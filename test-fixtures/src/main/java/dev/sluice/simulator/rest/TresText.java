package dev.sluice.simulator.rest;

import dev.sluice.lab.scheduling.FreeResources;
import dev.sluice.lab.scheduling.JobRequest;
import dev.sluice.lab.scheduling.JobRequest.GpuRequest;
import dev.sluice.lab.scheduling.NodeAllocation;
import dev.sluice.lab.scheduling.NodeSpec;
import dev.sluice.lab.scheduling.SimulatedJob;
import dev.sluice.lab.scheduling.SimulatedNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * Slurm's TRES and GRES strings. As on most sites, MIG slices count as GPUs but have no TRES of their own. The type of a
 * used GPU without a type is {@code (null)}.
 */
public final class TresText {
    /** GPU types in AccountingStorageTRES. */
    private static final Set<String> TRACKED = Set.of("a100", "h100", "l40s");

    private TresText() {}

    /** Returns licences in Slurm's notation: {@code ansys:2,matlab:1}. */
    static String licenses(JobRequest job) {
        return job.licenses().entrySet().stream()
                .map(Map.Entry::toString)
                .map(text -> text.replace('=', ':'))
                .collect(Collectors.joining(","));
    }

    /**
     * Returns GPUs in the form in which Slurm stores a request. A count per task follows {@code =}; any other count
     * follows a colon.
     */
    static String gpus(GpuRequest gpus) {
        String name = gpus.type().map(type -> "gres/gpu:" + type).orElse("gres/gpu");
        return name + (gpus.scope() == GpuRequest.Scope.PER_TASK ? "=" : ":") + gpus.count();
    }

    /** Returns the requested TRES of one record; for an array, of one task. */
    static String requested(JobRequest job) {
        SortedMap<String, Integer> gpus = new TreeMap<>();
        if (job.totalGpus() > 0) {
            gpus.put(job.gpus().flatMap(GpuRequest::type).orElse(""), job.totalGpus());
        }
        return text(common(job.totalCpus(), job.totalMemory(), job.nodes()), gpus, job.licenses());
    }

    public static String allocated(SimulatedJob job) {
        if (!job.started()) {
            return "";
        }
        int cpus = job.allocations().stream().mapToInt(NodeAllocation::cpus).sum();
        long memory =
                job.allocations().stream().mapToLong(NodeAllocation::memory).sum();
        SortedMap<String, Integer> gpus = new TreeMap<>();
        for (NodeAllocation allocation : job.allocations()) {
            allocation
                    .gpus()
                    .forEach(gpu -> gpus.merge(allocation.node().gpuTypes().get(gpu), 1, Integer::sum));
        }
        List<String> head = common(cpus, memory, job.allocations().size());
        return text(head, gpus, job.request().licenses());
    }

    static String configured(NodeSpec node) {
        List<String> head = List.of("cpu=" + node.cpus(), "mem=" + memory(node.memory()), "billing=" + node.cpus());
        return text(head, gpusOf(List.of(node)), Map.of());
    }

    public static String used(SimulatedNode node) {
        FreeResources free = node.free();
        if (free.usedCpus() == 0) {
            return "";
        }
        SortedMap<String, Integer> gpus = new TreeMap<>();
        free.busyGpus().forEach(gpu -> gpus.merge(node.spec().gpuTypes().get(gpu), 1, Integer::sum));
        return text(List.of("cpu=" + free.usedCpus(), "mem=" + memory(free.usedMemory())), gpus, Map.of());
    }

    static String configured(List<NodeSpec> nodes, Map<String, Integer> licenses) {
        int cpus = nodes.stream().mapToInt(NodeSpec::cpus).sum();
        long memory = nodes.stream().mapToLong(NodeSpec::memory).sum();
        return text(common(cpus, memory, nodes.size()), gpusOf(nodes), licenses);
    }

    /**
     * Returns an amount of memory in the largest unit that gives a whole or half number: 256000 MiB is 250G, 64000 MiB
     * is 62.50G, 2000 MiB is 2000M.
     */
    static String memory(long mebibytes) {
        String units = "MGTP";
        int unit = 0;
        double value = mebibytes;
        long whole = mebibytes;
        while (whole >= 1024 && whole % 512 == 0 && value == whole) {
            value = value / 1024;
            whole = (long) value;
            unit++;
        }
        String number = value == whole ? Long.toString(whole) : whole + ".50";
        return number + units.charAt(unit);
    }

    /** Returns the GRES {@code gpu:a100:4,gpu:a100_1g.10gb:4}, or {@code gpu:4} without types. */
    static String configuredGres(NodeSpec node) {
        return node.distinctGpuTypes().stream()
                .map(type -> "gpu:" + (type.isEmpty() ? "" : type + ":")
                        + node.indicesOf(type).size())
                .collect(Collectors.joining(","));
    }

    /** Returns the GRES {@code gpu:a100:2(IDX:0,2),gpu:l40s:0(IDX:N/A)}. */
    static String usedGres(SimulatedNode node) {
        return gres(node.spec(), node.free().busyGpus(), true);
    }

    /** Returns the GRES of each node on which the job has GPUs. */
    static List<String> gresDetail(List<NodeAllocation> allocations) {
        return allocations.stream()
                .map(allocation -> gres(allocation.node(), allocation.gpus(), false))
                .filter(detail -> !detail.isEmpty())
                .toList();
    }

    private static String gres(NodeSpec node, List<Integer> busy, boolean withIdle) {
        List<String> parts = new ArrayList<>();
        for (String type : node.distinctGpuTypes()) {
            List<Integer> held =
                    node.indicesOf(type).stream().filter(busy::contains).toList();
            if (withIdle || !held.isEmpty()) {
                String indices = held.isEmpty() ? "N/A" : RangeText.numbers(held);
                parts.add("gpu:" + (type.isEmpty() ? "(null)" : type) + ":" + held.size() + "(IDX:" + indices + ")");
            }
        }
        return String.join(",", parts);
    }

    private static List<String> common(int cpus, long memory, int nodes) {
        return List.of("cpu=" + cpus, "mem=" + memory(memory), "node=" + nodes, "billing=" + cpus);
    }

    private static SortedMap<String, Integer> gpusOf(List<NodeSpec> nodes) {
        return nodes.stream()
                .flatMap(node -> node.gpuTypes().stream())
                .collect(Collectors.toMap(type -> type, type -> 1, Integer::sum, TreeMap::new));
    }

    /**
     * Returns a TRES string.
     *
     * @param gpus number of GPUs by type
     */
    private static String text(List<String> head, SortedMap<String, Integer> gpus, Map<String, Integer> licenses) {
        List<String> parts = new ArrayList<>(head);
        int all = gpus.values().stream().mapToInt(Integer::intValue).sum();
        if (all > 0) {
            parts.add("gres/gpu=" + all);
        }
        gpus.forEach((type, count) -> {
            if (TRACKED.contains(type)) {
                parts.add("gres/gpu:" + type + "=" + count);
            }
        });
        licenses.forEach((name, count) -> parts.add("license/" + name + "=" + count));
        return String.join(",", parts);
    }
}
