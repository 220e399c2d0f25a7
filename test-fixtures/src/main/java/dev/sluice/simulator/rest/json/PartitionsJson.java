package dev.sluice.simulator.rest.json;

import dev.sluice.lab.scheduling.NodeSpec;
import dev.sluice.lab.scheduling.controller.ClusterDefinition;
import dev.sluice.lab.scheduling.controller.Partition;
import dev.sluice.simulator.rest.text.Hostlist;
import dev.sluice.simulator.rest.text.TresText;
import java.util.List;

/** Body of {@code /partitions/}. */
public final class PartitionsJson {
    private PartitionsJson() {}

    public static void write(SlurmJson json, Rendering rendering) {
        json.objects(
                "partitions",
                rendering.view().definition().partitions(),
                (item, partition) -> partition(item, partition, rendering));
        rendering.lastUpdate(json);
        Envelope.close(json, rendering);
    }

    private static void partition(SlurmJson json, Partition partition, Rendering rendering) {
        ClusterDefinition definition = rendering.view().definition();
        List<NodeSpec> nodes = definition.nodes().stream()
                .filter(spec -> partition.nodes().contains(spec.name()))
                .toList();
        int cpus = nodes.stream().mapToInt(NodeSpec::cpus).sum();
        boolean newest = rendering.version().atLeast(ApiVersion.V45);
        json.object(
                        "nodes",
                        n -> n.text("allowed_allocation", "")
                                .text("configured", Hostlist.of(partition.nodes()))
                                .number("total", nodes.size()))
                .object("accounts", a -> a.blanks("allowed", "deny"))
                .object("groups", g -> g.text("allowed", ""))
                .object("qos", q -> q.blanks("allowed", "deny", "assigned"))
                .text("alternate", "")
                .object(
                        "tres",
                        t -> t.text("billing_weights", "")
                                .text("configured", TresText.configured(nodes, definition.licenses())))
                .text("cluster", "")
                .texts("select_type", newest ? List.of("NONE") : List.of())
                .object("cpus", c -> {
                    if (newest) {
                        c.texts("task_binding", List.of());
                    } else {
                        c.number("task_binding", 0);
                    }
                    c.number("total", cpus);
                })
                .object("defaults", d -> defaults(d, rendering));
        if (newest) {
            json.texts("flags", partition.isDefault() ? List.of("DEFAULT") : List.of());
        }
        limits(json, partition, rendering);
    }

    private static void defaults(SlurmJson defaults, Rendering rendering) {
        defaults.number("memory_per_cpu", 0)
                .wrapped("partition_memory_per_cpu", 2000)
                .unset("partition_memory_per_node")
                .wrapped("time", rendering.timeline().minutes(3600))
                .text("job", "");
    }

    private static void limits(SlurmJson json, Partition partition, Rendering rendering) {
        boolean newest = rendering.version().atLeast(ApiVersion.V45);
        String up = partition.up() ? "UP" : "DOWN";
        json.object("partition", p -> {
                    if (newest) {
                        p.text("exclusive", "NO").text("oversubscribe", "NO");
                    }
                    p.texts("state", List.of(up));
                })
                .number("grace_time", 0)
                .object("maximums", m -> maximums(m, partition, rendering))
                .object("minimums", m -> m.number("nodes", 0))
                .text("name", partition.name())
                .text("node_sets", partition.nodeSets());
        if (newest) {
            json.texts("preempt_mode", List.of("CLUSTER_GLOBAL"));
        }
        json.object(
                        "priority",
                        p -> p.number("job_factor", partition.jobFactor()).number("tier", partition.tier()))
                .object("timeouts", t -> t.unset("resume").unset("suspend"));
        if (rendering.version().atLeast(ApiVersion.V43)) {
            json.text("topology", "");
        }
        json.unset("suspend_time");
    }

    private static void maximums(SlurmJson maximums, Partition partition, Rendering rendering) {
        maximums.infinite("cpus_per_node")
                .infinite("cpus_per_socket")
                .number("memory_per_cpu", 0)
                .unset("partition_memory_per_cpu")
                .wrapped("partition_memory_per_node", 0);
        partition.maxNodes().ifPresentOrElse(n -> maximums.wrapped("nodes", n), () -> maximums.infinite("nodes"));
        maximums.number("shares", rendering.version().atLeast(ApiVersion.V45) ? 0 : 1)
                .object("oversubscribe", o -> o.number("jobs", 0).texts("flags", List.of()))
                .wrapped(
                        "time", rendering.timeline().minutes(partition.maxTime().toSeconds()))
                .unset("over_time_limit");
    }
}
