package dev.sluice.simulator.rest.json;

import dev.sluice.lab.scheduling.NodeSpec;
import dev.sluice.lab.scheduling.controller.ClusterDefinition;
import dev.sluice.lab.scheduling.controller.Partition;
import dev.sluice.simulator.cluster.NodeRecord;
import dev.sluice.simulator.rest.text.GresText;
import dev.sluice.simulator.rest.text.TresText;
import java.util.List;

/** Body of {@code /nodes/}. */
public final class NodesJson {
    private NodesJson() {}

    public static void write(SlurmJson json, Rendering rendering) {
        json.objects("nodes", rendering.view().nodes(), (item, node) -> node(item, node, rendering));
        rendering.lastUpdate(json);
        Envelope.close(json, rendering);
    }

    private static void node(SlurmJson json, NodeRecord node, Rendering rendering) {
        NodeSpec spec = node.spec();
        json.text("architecture", node.isUp() ? "x86_64" : "")
                .text("burstbuffer_network_address", "")
                .number("boards", 1);
        rendering.time(json, "boot_time", node.bootAt());
        if (rendering.version().atLeast(ApiVersion.V43)) {
            json.wrapped("tls_cert_last_renewal", 0).texts("cert_flags", List.of());
        }
        json.text("cluster_name", "")
                .number("cores", spec.cpus() / 2)
                .zeros("specialized_cores", "cpu_binding")
                .number("cpu_load", node.isUp() ? 20 + node.use().cpus() * 96L : 0);
        freeMemory(json, node);
        json.number("cpus", spec.cpus())
                .number("effective_cpus", spec.cpus())
                .text("specialized_cpus", "")
                .object("energy", NodesJson::energy);
        identity(json, node, rendering);
        resources(json, node, rendering);
    }

    private static void freeMemory(SlurmJson json, NodeRecord node) {
        if (node.isUp()) {
            json.wrapped("free_mem", node.spec().memory() - node.use().memory() * 7 / 10 - 4000);
        } else {
            json.unset("free_mem");
        }
    }

    private static void energy(SlurmJson energy) {
        energy.zeros("average_watts", "base_consumed_energy", "consumed_energy")
                .wrapped("current_watts", 0)
                .zeros("previous_consumed_energy", "last_collected");
    }

    private static void identity(SlurmJson json, NodeRecord node, Rendering rendering) {
        NodeSpec spec = node.spec();
        boolean rented = spec.cloud() && node.isUp();
        if (!rendering.version().atLeast(ApiVersion.V45)) {
            json.object("external_sensors", sensors -> {}).object("power", power -> {});
        }
        json.text("extra", "")
                .texts("features", spec.features())
                .texts("active_features", spec.features())
                .text("gpu_spec", "")
                .text("gres", GresText.configured(spec))
                .text("gres_drained", "N/A")
                .text("gres_used", GresText.used(node))
                .text(
                        "instance_id",
                        rented ? String.format("i-%016x", spec.name().hashCode() & 0xffffffffL) : "")
                .text("instance_type", rented ? "c7i.4xlarge" : "");
        rendering.time(json, "last_busy", node.lastBusyAt());
        json.text("mcs_label", "")
                .number("specialized_memory", 0)
                .text("name", spec.name())
                .texts("next_state_after_reboot", List.of("INVALID"))
                .text("address", spec.name())
                .text("hostname", spec.name())
                .texts("state", node.states())
                .text("operating_system", node.isUp() ? "Linux 6.12.0-amd64" : "")
                .text("owner", "")
                .texts("partitions", partitionsOf(spec, rendering.view().definition()))
                .number("port", 6818);
    }

    private static void resources(SlurmJson json, NodeRecord node, Rendering rendering) {
        NodeSpec spec = node.spec();
        json.number("real_memory", spec.memory())
                .number("res_cores_per_gpu", 0)
                .text("comment", node.comment())
                .text("reason", node.reason());
        rendering.time(json, "reason_changed_at", node.reasonAt());
        json.text("reason_set_by_user", node.reasonBy())
                .wrapped("resume_after", 0)
                .text("reservation", node.reservation());
        if (rendering.version().atLeast(ApiVersion.V45)) {
            if (spec.cloud()) {
                json.wrapped("suspend_time", 600);
            } else {
                json.infinite("suspend_time");
            }
        }
        json.number("alloc_memory", node.use().memory())
                .number("alloc_cpus", node.use().cpus())
                .number("alloc_idle_cpus", spec.cpus() - node.use().cpus())
                .text("tres_used", TresText.used(node));
        if (!rendering.version().atLeast(ApiVersion.V45)) {
            json.decimal("tres_weighted", 0.0);
        }
        rendering.time(json, "slurmd_start_time", node.bootAt());
        json.number("sockets", 2)
                .number("threads", 1)
                .number("temporary_disk", 0)
                .number("weight", spec.weight());
        if (rendering.version().atLeast(ApiVersion.V43)) {
            json.text("topology", "");
        }
        json.text("tres", TresText.configured(spec)).text("version", node.isUp() ? Envelope.RELEASE : "");
    }

    private static List<String> partitionsOf(NodeSpec spec, ClusterDefinition definition) {
        return definition.partitions().stream()
                .filter(p -> p.nodes().contains(spec.name()))
                .map(Partition::name)
                .toList();
    }
}
