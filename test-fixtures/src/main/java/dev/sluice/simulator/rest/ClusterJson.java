package dev.sluice.simulator.rest;

import dev.sluice.lab.scheduling.ClusterDefinition;
import dev.sluice.lab.scheduling.NodeFlag;
import dev.sluice.lab.scheduling.NodeSpec;
import dev.sluice.lab.scheduling.Partition;
import dev.sluice.lab.scheduling.Reservation;
import dev.sluice.lab.scheduling.SimulatedJob;
import dev.sluice.lab.scheduling.SimulatedNode;
import dev.sluice.simulator.rest.Template.Special;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/** Bodies of nodes, partitions, licenses, reservations and configuration. */
record ClusterJson(Rendering rendering) {
    private static final Set<NodeFlag> OFF =
            EnumSet.of(NodeFlag.POWERED_DOWN, NodeFlag.POWERING_UP, NodeFlag.POWERING_DOWN);

    Template nodes() {
        Set<String> planned = rendering.controller().plannedNodes();
        return rendering.listing(
                "nodes", rendering.controller().nodes(), (record, node) -> node(record, node, planned));
    }

    private void node(Template record, SimulatedNode node, Set<String> planned) {
        NodeSpec spec = node.spec();
        Optional<Reservation> reservation = rendering.controller().reservationOf(node.name());
        boolean up = !node.isDown() && OFF.stream().noneMatch(node::has);
        boolean rented = spec.cloud() && up;
        long boot = rendering.show(node.bootAt());
        record.set("architecture", up ? "x86_64" : "")
                .set("operating_system", up ? "Linux 6.12.0-amd64" : "")
                .set("version", up ? "26.05.5" : "")
                .set("boot_time", boot)
                .set("slurmd_start_time", boot)
                .set("cores", spec.cpus() / 2)
                .set("sockets", 2)
                .set("cpu_load", up ? 20 + node.free().usedCpus() * 96L : 0)
                .set(
                        "free_mem",
                        up ? (Object) (spec.memory() - node.free().usedMemory() * 7 / 10 - 4000) : Special.UNSET)
                .set("cpus", spec.cpus())
                .set("effective_cpus", spec.cpus())
                .set("features", spec.features())
                .set("active_features", spec.features())
                .set("gres", TresText.configuredGres(spec))
                .set("gres_used", TresText.usedGres(node))
                .set(
                        "instance_id",
                        rented ? String.format("i-%016x", spec.name().hashCode() & 0xffffffffL) : "")
                .set("instance_type", rented ? "c7i.4xlarge" : "")
                .set("last_busy", rendering.show(node.lastBusyAt()))
                .setAll(spec.name(), "name", "address", "hostname")
                .set("state", states(node, planned, reservation))
                .set("partitions", partitionsOf(spec))
                .set("port", 6818);
        record.set("real_memory", spec.memory())
                .set("comment", node.comment())
                .set("reason", node.reason().text())
                .set("reason_changed_at", rendering.show(node.reason().at()))
                .set("reason_set_by_user", node.reason().by())
                .set("reservation", reservation.map(Reservation::name).orElse(""))
                .setIfPresent("suspend_time", spec.cloud() ? (Object) 600 : Special.INFINITE)
                .set("alloc_memory", node.free().usedMemory())
                .set("alloc_cpus", node.free().usedCpus())
                .set("alloc_idle_cpus", spec.cpus() - node.free().usedCpus())
                .set("tres_used", TresText.used(node))
                .set("weight", spec.weight())
                .set("tres", TresText.configured(spec));
    }

    /** Returns the base state, then the flags, including the flags of the reservation in force and of plans. */
    private static List<String> states(SimulatedNode node, Set<String> planned, Optional<Reservation> reservation) {
        Set<NodeFlag> flags = node.flags();
        reservation.ifPresent(r -> flags.add(NodeFlag.RESERVED));
        reservation.filter(Reservation::maintenance).ifPresent(r -> flags.add(NodeFlag.MAINTENANCE));
        if (planned.contains(node.name()) && !node.isDown() && node.free().cpus() > 0) {
            flags.add(NodeFlag.PLANNED);
        }
        return node.states(flags);
    }

    private List<String> partitionsOf(NodeSpec spec) {
        return rendering.definition().partitions().stream()
                .filter(p -> p.nodes().contains(spec.name()))
                .map(Partition::name)
                .toList();
    }

    Template partitions() {
        return rendering.listing("partitions", rendering.controller().partitions(), this::partition);
    }

    private void partition(Template record, Partition partition) {
        ClusterDefinition definition = rendering.definition();
        List<NodeSpec> nodes = definition.nodes().stream()
                .filter(spec -> partition.nodes().contains(spec.name()))
                .toList();
        record.set("nodes.configured", RangeText.hosts(partition.nodes()))
                .set("nodes.total", nodes.size())
                .set("tres.configured", TresText.configured(nodes, definition.licenses()))
                .set("cpus.total", nodes.stream().mapToInt(NodeSpec::cpus).sum())
                .set("defaults.partition_memory_per_cpu", 2000)
                .set("defaults.partition_memory_per_node", Special.UNSET)
                .set("defaults.time", rendering.timeline().minutes(3600))
                .setIfPresent("flags", partition.isDefault() ? List.of("DEFAULT") : List.of())
                .set("partition.state", List.of(partition.up() ? "UP" : "DOWN"))
                .set("maximums.nodes", partition.maxNodes().<Object>map(n -> n).orElse(Special.INFINITE))
                .set(
                        "maximums.time",
                        rendering.timeline().minutes(partition.maxTime().toSeconds()))
                .set("name", partition.name())
                .set("node_sets", partition.nodeSets())
                .set("priority.job_factor", partition.jobFactor())
                .set("priority.tier", partition.tier());
    }

    Template licenses() {
        return rendering.listing("licenses", rendering.definition().licenses().entrySet(), (record, license) -> {
            int inUse = rendering.controller().licensesUsed(license.getKey());
            record.set("LicenseName", license.getKey())
                    .set("Total", license.getValue())
                    .set("Used", inUse)
                    .set("Free", license.getValue() - inUse);
        });
    }

    Template reservations() {
        return rendering.listing("reservations", rendering.controller().reservations(), this::reservation);
    }

    private void reservation(Template record, Reservation reservation) {
        int cpus = rendering.definition().nodes().stream()
                .filter(spec -> reservation.nodes().contains(spec.name()))
                .mapToInt(NodeSpec::cpus)
                .sum();
        List<String> flags = Stream.concat(
                        reservation.maintenance() ? Stream.of("MAINT") : Stream.<String>of(),
                        Stream.of("IGNORE_JOBS", "SPEC_NODES"))
                .toList();
        record.set("accounts", reservation.account())
                .set("core_count", cpus)
                .set("end_time", rendering.show(reservation.endAt()))
                .set("flags", flags)
                .set("name", reservation.name())
                .set("node_count", reservation.nodes().size())
                .set("node_list", RangeText.hosts(reservation.nodes()))
                .set("start_time", rendering.show(reservation.startAt()))
                .set("tres", "cpu=" + cpus)
                .set("users", String.join(",", reservation.users()));
    }

    /** Returns slurmctld's own data, and its configuration. New in API version v0.0.45. */
    Template conf() {
        String cluster = rendering.definition().name();
        List<SimulatedJob> jobs = rendering.controller().jobs();
        int nextJobId = jobs.isEmpty() ? 1 : jobs.get(jobs.size() - 1).id() + 1;
        return rendering
                .response("slurm/conf.json")
                .set("slurm_conf.ClusterName", cluster)
                .set("slurm_conf_meta.LastUpdate", rendering.now())
                .set(
                        "slurm_conf_meta.BOOT_TIME",
                        rendering.show(rendering.statistics().startedAt()))
                .set("slurm_conf_meta.HashValue", Integer.toUnsignedLong(cluster.hashCode()))
                .set("slurm_conf_meta.NEXT_JOB_ID", nextJobId);
    }
}
