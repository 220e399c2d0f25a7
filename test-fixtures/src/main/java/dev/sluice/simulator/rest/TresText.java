package dev.sluice.simulator.rest;

import dev.sluice.lab.scheduling.FreeResources;
import dev.sluice.lab.scheduling.JobRequest;
import dev.sluice.lab.scheduling.JobRequest.GpuRequest;
import dev.sluice.lab.scheduling.NodeAllocation;
import dev.sluice.lab.scheduling.NodeSpec;
import dev.sluice.lab.scheduling.SimulatedJob;
import dev.sluice.lab.scheduling.SimulatedNode;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Slurm's TRES and GRES strings. As on most sites, MIG slices count as GPUs but have no TRES of their own. The type of a
 * used GPU without a type is {@code (null)}.
 */
final class TresText {
    /** GPU types in AccountingStorageTRES, in alphabetical order. */
    private static final List<String> TRACKED = List.of("a100", "h100", "l40s");

    private TresText() {}

    /** Returns licences in Slurm's notation: {@code ansys:2,matlab:1}. */
    static String licenses(JobRequest job) {
        return job.licenses().entrySet().stream()
                .map(license -> license.getKey() + ":" + license.getValue())
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
        String gpuType = job.gpus().flatMap(GpuRequest::type).orElse("");
        List<String> head = common(job.totalCpus(), job.totalMemory(), job.nodes());
        return text(head, Collections.nCopies(job.totalGpus(), gpuType), job.licenses());
    }

    static String allocated(SimulatedJob job) {
        if (!job.started()) {
            return "";
        }
        List<NodeAllocation> all = job.allocations();
        int cpus = all.stream().mapToInt(NodeAllocation::cpus).sum();
        long memory = all.stream().mapToLong(NodeAllocation::memory).sum();
        List<String> gpus = all.stream()
                .flatMap(allocation -> types(allocation.node(), allocation.gpus()))
                .toList();
        return text(common(cpus, memory, all.size()), gpus, job.request().licenses());
    }

    static String configured(NodeSpec node) {
        List<String> head = List.of("cpu=" + node.cpus(), "mem=" + memory(node.memory()), "billing=" + node.cpus());
        return text(head, node.gpuTypes(), Map.of());
    }

    static String used(SimulatedNode node) {
        FreeResources free = node.free();
        List<String> head = List.of("cpu=" + free.usedCpus(), "mem=" + memory(free.usedMemory()));
        List<String> gpus = types(node.spec(), free.busyGpus()).toList();
        return free.usedCpus() == 0 ? "" : text(head, gpus, Map.of());
    }

    static String configured(List<NodeSpec> nodes, Map<String, Integer> licenses) {
        int cpus = nodes.stream().mapToInt(NodeSpec::cpus).sum();
        long memory = nodes.stream().mapToLong(NodeSpec::memory).sum();
        List<String> gpus =
                nodes.stream().flatMap(node -> node.gpuTypes().stream()).toList();
        return text(common(cpus, memory, nodes.size()), gpus, licenses);
    }

    /** Returns the types of some GPUs of a node. */
    private static Stream<String> types(NodeSpec node, List<Integer> gpus) {
        return gpus.stream().map(node.gpuTypes()::get);
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
        return node.gpuTypes().stream()
                .distinct()
                .map(type -> "gpu:" + (type.isEmpty() ? "" : type + ":") + Collections.frequency(node.gpuTypes(), type))
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
        for (String type : new LinkedHashSet<>(node.gpuTypes())) {
            List<Integer> held = busy.stream()
                    .filter(gpu -> node.gpuTypes().get(gpu).equals(type))
                    .toList();
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

    private static String text(List<String> head, List<String> gpuTypes, Map<String, Integer> licenses) {
        List<String> parts = new ArrayList<>(head);
        if (!gpuTypes.isEmpty()) {
            parts.add("gres/gpu=" + gpuTypes.size());
        }
        TRACKED.stream()
                .filter(gpuTypes::contains)
                .map(type -> "gres/gpu:" + type + "=" + Collections.frequency(gpuTypes, type))
                .forEach(parts::add);
        licenses.forEach((name, count) -> parts.add("license/" + name + "=" + count));
        return String.join(",", parts);
    }
}
