package dev.sluice.exporter.truth.tool;

import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Memory, GPUs and reasons of nodes from scontrol. */
final class ScontrolNodes {

    private static final Set<String> OUT_OF_SERVICE = Set.of("down", "draining", "drained", "unknown");
    private static final String UNTYPED = "untyped";
    private static final Pattern GPU = Pattern.compile("(?:^|,)gpu(?::([A-Za-z][\\w.-]*))?:(\\d+)");
    private static final Pattern GRES =
            Pattern.compile("(?:^|,)(?!gpu:|mps:|shard:0)(\\w+)(?::[A-Za-z][\\w.-]*)?:(\\d+)");
    private static final Pattern REASON = Pattern.compile("(.*) \\[\\S+@(\\S+)]");

    private final Sinfo sinfo;
    private final ToolTexts before;
    private final ToolTexts after;

    /**
     * Reads nodes.
     *
     * @param after a later output, for ages
     */
    ScontrolNodes(ToolTexts before, ToolTexts after) {
        this.sinfo = Sinfo.of(before);
        this.before = before;
        this.after = after;
    }

    void show(Shown shown) {
        for (Map<String, String> node : before.records(ToolCommand.NODES)) {
            String name = Fields.text(node, "NodeName");
            if (sinfo.names().contains(name)) {
                memory(shown, name, node);
                gpus(shown, name, node);
                gres(shown, name, node);
                reason(shown, name, Fields.text(node, "Reason"));
                shown.exactly(
                        1,
                        "slurm_compute_node_info node partitions gpu_type",
                        name,
                        Fields.text(node, "Partitions"),
                        String.join(",", gpus(node).keySet()));
            }
        }
    }

    private void memory(Shown shown, String name, Map<String, String> node) {
        long allocated = Fields.amount("mem", Fields.text(node, "AllocMem"));
        long free = Fields.amount("mem", Fields.text(node, "RealMemory")) - allocated;
        spread(shown, name, "memory_bytes", "allocated", allocated);
        spread(shown, name, "memory_bytes", sinfo.node(name).free(), free);
    }

    private void gpus(Shown shown, String name, Map<String, String> node) {
        Map<String, Long> used = usedGpus(node);
        gpus(node).forEach((type, all) -> {
            long allocated = used.getOrDefault(type, 0L);
            spread(shown, name, "gpus", "allocated", allocated, "gpu_type", type);
            spread(shown, name, "gpus", sinfo.node(name).free(), all - allocated, "gpu_type", type);
            if (OUT_OF_SERVICE.contains(sinfo.node(name).state())) {
                shown.add(
                        all - allocated,
                        "slurm_cluster_out_of_service_gpus gpu_type owner",
                        type,
                        NodeReasons.ownerOf(text(Fields.text(node, "Reason"))));
            }
        });
    }

    /** Jobs also hold the shards of the GPUs that they have as a whole. All GPUs have equally many shards. */
    private void gres(Shown shown, String name, Map<String, String> node) {
        Map<String, Long> all = Fields.tres(Fields.text(node, "CfgTRES"));
        Map<String, Long> held = Fields.tres(Fields.text(node, "AllocTRES"));
        Matcher found = GRES.matcher(Fields.text(node, "Gres").replaceAll("\\([^)]*\\)", ""));
        while (found.find()) {
            long total = Long.parseLong(found.group(2));
            long inGpus = found.group(1).equals("shard")
                    ? total
                            / Objects.requireNonNull(all.get("gres/gpu"), "shards without GPUs")
                            * held.getOrDefault("gres/gpu", 0L)
                    : 0;
            long allocated = held.getOrDefault("gres/" + found.group(1), 0L) + inGpus;
            for (String partition : sinfo.partitions(name)) {
                gres(shown, partition, "allocated", found.group(1), allocated);
                gres(shown, partition, sinfo.node(name).free(), found.group(1), total - allocated);
            }
        }
    }

    private static void gres(Shown shown, String partition, String use, String gres, long amount) {
        shown.add(amount, "slurm_capacity_gres partition state gres", partition, use, gres);
    }

    /** Adds the amount to the node, the cluster and each of the node's partitions. */
    private void spread(Shown shown, String node, String what, String state, long amount, String... type) {
        String typeName = type.length == 0 ? "" : type[1];
        shown.add(amount, "slurm_compute_node_" + what + " node state gpu_type", node, state, typeName);
        shown.add(amount, "slurm_cluster_" + what + " state gpu_type", state, typeName);
        for (String partition : sinfo.partitions(node)) {
            shown.add(amount, "slurm_capacity_" + what + " partition state gpu_type", partition, state, typeName);
        }
    }

    private static Map<String, Long> gpus(Map<String, String> node) {
        Map<String, Long> types = new TreeMap<>();
        Matcher gpu = GPU.matcher(Fields.text(node, "Gres").replaceAll("\\([^)]*\\)", ""));
        while (gpu.find()) {
            types.merge(gpu.group(1) == null ? UNTYPED : gpu.group(1), Long.parseLong(gpu.group(2)), Long::sum);
        }
        return types;
    }

    /** AllocTRES contains the GPU types that accounting tracks. All other GPUs belong to the only untracked type. */
    private static Map<String, Long> usedGpus(Map<String, String> node) {
        Map<String, Long> tres = Fields.tres(Fields.text(node, "AllocTRES"));
        Set<String> tracked = Fields.tres(Fields.text(node, "CfgTRES")).keySet();
        Map<String, Long> used = new TreeMap<>();
        long rest = tres.getOrDefault("gres/gpu", 0L);
        String untracked = UNTYPED;
        for (String type : gpus(node).keySet()) {
            if (tracked.contains("gres/gpu:" + type)) {
                long ofType = tres.getOrDefault("gres/gpu:" + type, 0L);
                used.put(type, ofType);
                rest -= ofType;
            } else {
                untracked = type;
            }
        }
        used.merge(untracked, rest, Long::sum);
        return used;
    }

    private void reason(Shown shown, String name, String reason) {
        Sinfo.Node node = sinfo.node(name);
        Matcher set = REASON.matcher(reason);
        if (node.free().equals("unavailable") && set.matches()) {
            long since = Fields.epoch(set.group(2));
            shown.between(
                    before.at().getEpochSecond() - since,
                    after.at().getEpochSecond() - since,
                    "slurm_compute_node_unavailable_seconds node reason_class owner",
                    name,
                    NodeReasons.classOf(set.group(1)),
                    NodeReasons.ownerOf(set.group(1)));
        }
        if (OUT_OF_SERVICE.contains(node.state())) {
            for (String partition : sinfo.partitions(name)) {
                shown.add(
                        1,
                        "slurm_capacity_out_of_service_nodes partition owner",
                        partition,
                        NodeReasons.ownerOf(text(reason)));
            }
        }
    }

    private static String text(String reason) {
        Matcher set = REASON.matcher(reason);
        return set.matches() ? set.group(1) : reason;
    }
}
