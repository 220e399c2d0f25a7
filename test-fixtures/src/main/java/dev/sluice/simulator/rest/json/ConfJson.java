package dev.sluice.simulator.rest.json;

import dev.sluice.simulator.cluster.ClusterView;
import dev.sluice.simulator.cluster.JobRecord;

/**
 * Body of {@code /conf/}, new in API version v0.0.45: slurmctld's own data, and a part of slurmctld's configuration.
 */
public final class ConfJson {
    private ConfJson() {}

    public static void write(SlurmJson json, Rendering rendering) {
        ClusterView view = rendering.view();
        String cluster = view.definition().name();
        int nextJobId = view.jobs().stream().mapToInt(JobRecord::id).max().orElse(0) + 1;
        json.object(
                        "slurm_conf",
                        conf -> conf.text("ClusterName", cluster)
                                .text("PriorityType", "priority/multifactor")
                                .text("SchedulerType", "sched/backfill"))
                .object(
                        "slurm_conf_meta",
                        meta -> meta.number("LastUpdate", rendering.timeline().show(view.now()))
                                .number(
                                        "BOOT_TIME",
                                        rendering
                                                .timeline()
                                                .show(view.database().since()))
                                .wrapped("ClusterId", 0)
                                .number("HashValue", Integer.toUnsignedLong(cluster.hashCode()))
                                .wrapped("NEXT_JOB_ID", nextJobId)
                                .text("SLURM_CONF", "/etc/slurm/slurm.conf")
                                .text("SLURM_VERSION", Envelope.RELEASE));
        Envelope.close(json, rendering);
    }
}
