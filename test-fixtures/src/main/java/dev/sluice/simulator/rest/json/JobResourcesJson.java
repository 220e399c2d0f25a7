package dev.sluice.simulator.rest.json;

import dev.sluice.lab.scheduling.NodeAllocation;
import dev.sluice.lab.scheduling.job.GpuRequest;
import dev.sluice.lab.scheduling.job.JobRequest;
import dev.sluice.simulator.cluster.JobRecord;
import dev.sluice.simulator.rest.text.GresText;
import dev.sluice.simulator.rest.text.Hostlist;
import dev.sluice.simulator.rest.text.TresText;
import java.util.List;

/** A job's requested and allocated resources in {@code /jobs/}. */
final class JobResourcesJson {
    private JobResourcesJson() {}

    static void write(SlurmJson json, JobRecord job, Rendering rendering) {
        counts(json, job);
        tres(json, job);
        where(json, job, rendering);
        unused(json);
    }

    private static void counts(SlurmJson json, JobRecord job) {
        JobRequest request = job.request();
        int cpus = job.started()
                ? job.allocations().stream().mapToInt(NodeAllocation::cpus).sum()
                : request.totalCpus();
        json.wrapped("cpus", cpus)
                .wrapped("node_count", job.started() ? job.allocations().size() : request.nodes())
                .wrapped("tasks", request.tasks())
                .wrapped("cpus_per_task", request.cpusPerTask())
                .wrapped("tasks_per_node", request.tasksPerNode())
                .wrapped("max_cpus", 0)
                .wrapped("max_nodes", 0)
                .wrapped("minimum_cpus_per_node", request.cpusPerTask())
                .wrappedDecimal("billable_tres", job.started() ? cpus : 0.0);
        if (request.memory().perCpu()) {
            json.wrapped("memory_per_cpu", request.memory().mebibytes()).unset("memory_per_node");
        } else {
            json.unset("memory_per_cpu")
                    .wrapped("memory_per_node", request.memory().mebibytes());
        }
    }

    private static void tres(SlurmJson json, JobRecord job) {
        JobRequest request = job.request();
        String shards = request.shardsPerNode() > 0 ? "gres/shard:" + request.shardsPerNode() : "";
        json.text("tres_req_str", TresText.requested(request))
                .text("tres_alloc_str", TresText.allocated(job))
                .text("tres_per_job", gpus(request, GpuRequest.Scope.PER_JOB))
                .text("tres_per_node", shards.isEmpty() ? gpus(request, GpuRequest.Scope.PER_NODE) : shards)
                .text("tres_per_socket", "")
                .text("tres_per_task", gpus(request, GpuRequest.Scope.PER_TASK))
                .blanks("tres_bind", "tres_freq", "cpus_per_tres", "memory_per_tres")
                .text("licenses", TresText.licenses(request));
    }

    private static String gpus(JobRequest request, GpuRequest.Scope scope) {
        return request.gpus()
                .filter(g -> g.scope() == scope)
                .map(TresText::gpus)
                .orElse("");
    }

    private static void where(SlurmJson json, JobRecord job, Rendering rendering) {
        List<String> names =
                job.allocations().stream().map(a -> a.node().name()).sorted().toList();
        json.text("nodes", Hostlist.of(names))
                .text("batch_host", names.isEmpty() ? "" : names.get(0))
                .text("scheduled_nodes", Hostlist.of(job.plannedNodes()))
                .text("required_nodes", Hostlist.of(job.request().requiredNodes()))
                .text("excluded_nodes", "")
                .text("features", String.join("&", job.request().features()))
                .texts("gres_detail", rendering.detail() ? GresText.detail(job.allocations()) : List.of())
                .none("job_resources");
    }

    /** Writes members that clients can read, but that are always empty on this cluster. */
    private static void unused(SlurmJson json) {
        json.text("allocating_node", "login01")
                .blanks("batch_features", "burst_buffer", "cluster_features", "container")
                .flag("contiguous", false)
                .number("core_spec", 0)
                .text("cron", "")
                .emptyLists("job_size_str", "mail_type")
                .blanks("mcs_label", "network", "prefer")
                .texts("profile", List.of("NOT_SET"))
                .texts("shared", List.of())
                .text("standard_error", "")
                .text("standard_input", "/dev/null")
                .text("standard_output", "/dev/null")
                .text("system_comment", "")
                .infinite("tasks_per_core")
                .infinite("tasks_per_socket")
                .wrapped("tasks_per_board", 0)
                .wrapped("tasks_per_tres", 0)
                .unset("threads_per_core");
    }
}
