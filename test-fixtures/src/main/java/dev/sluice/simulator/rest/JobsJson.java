package dev.sluice.simulator.rest;

import dev.sluice.lab.scheduling.JobReason;
import dev.sluice.lab.scheduling.JobRequest;
import dev.sluice.lab.scheduling.JobRequest.Dependency;
import dev.sluice.lab.scheduling.JobRequest.GpuRequest;
import dev.sluice.lab.scheduling.JobRequest.Hold;
import dev.sluice.lab.scheduling.JobState;
import dev.sluice.lab.scheduling.SimulatedJob;
import dev.sluice.lab.scheduling.SimulatedJob.ArrayPlace;
import dev.sluice.lab.scheduling.SimulatedJob.HetPlace;
import dev.sluice.simulator.rest.Template.Special;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Body of {@code /jobs/}. */
record JobsJson(Rendering rendering) {
    /** Job 75 was pending in three partitions. */
    private static final String PRIORITY = "/jobs/74/priority_by_partition/0";

    static Template of(Rendering rendering) {
        JobsJson jobs = new JobsJson(rendering);
        return rendering
                .response("slurm/jobs-flags-all.json")
                .list("jobs", rendering.controller().jobs(), jobs::fill)
                .set("last_backfill", rendering.show(rendering.statistics().get("bf_when_last_cycle")))
                .set("last_update", rendering.now());
    }

    private void fill(Template record, SimulatedJob job) {
        identity(record, job);
        times(record, job);
        state(record, job);
        resources(record, job);
    }

    private void identity(Template record, SimulatedJob job) {
        JobRequest request = job.request();
        int userId = rendering.userId(request.user());
        record.set("account", request.account())
                .set("allocating_node", "login01")
                .set("association_id", rendering.associationId(request.user()))
                .set("cluster", rendering.definition().name())
                .set("current_working_directory", "/home/" + request.user())
                .set("group_id", userId)
                .set("group_name", request.user())
                .set("job_id", job.id())
                .setIfPresent("step_id.job_id", job.id())
                .set("mail_user", request.user())
                .set("name", request.name())
                .set("partition", job.partition())
                .set("qos", request.qos())
                .set("resv_name", request.reservation().orElse(""))
                .setIfPresent("submit_line", "sbatch -J " + request.name())
                .set("user_id", userId)
                .set("user_name", request.user());
        Optional<ArrayPlace> array = job.array();
        Optional<HetPlace> het = job.het();
        Optional<Object> task = array.flatMap(ArrayPlace::taskId).map(id -> id);
        record.set("array_job_id", array.map(ArrayPlace::arrayJobId).orElse(0))
                .set("array_task_id", task.orElse(Special.UNSET))
                .set("array_max_tasks", array.map(ArrayPlace::limit).orElse(0))
                .set(
                        "array_task_string",
                        array.flatMap(ArrayPlace::waiting).map(RangeText::tasks).orElse(""))
                .set("het_job_id", het.map(HetPlace::leaderId).orElse(0))
                .set(
                        "het_job_id_set",
                        het.map(place -> place.leaderId() + "-" + (place.leaderId() + place.components() - 1))
                                .orElse(""))
                .set("het_job_offset", het.map(HetPlace::offset).orElse(0));
    }

    private void times(Template record, SimulatedJob job) {
        SimulatedJob.Times times = job.times();
        record.setAll(rendering.show(times.eligible()), "accrue_time", "eligible_time")
                .set("end_time", rendering.show(times.end()))
                .set("last_sched_evaluation", rendering.show(times.evaluated()))
                .set("preemptable_time", rendering.show(job.started() ? times.start() : 0))
                .set("start_time", rendering.show(times.start()))
                .set("submit_time", rendering.show(times.submit()))
                .set("time_limit", rendering.timeline().minutes(job.limit()));
    }

    private static String description(SimulatedJob job) {
        if (job.hold() == Hold.LAUNCH_FAILED) {
            return "launch failed requeued held";
        }
        return job.reason() == JobReason.REQ_NODE_NOT_AVAIL ? "ReqNodeNotAvail, May be reserved for other job" : "";
    }

    private static void state(Template record, SimulatedJob job) {
        List<String> states = new ArrayList<>(List.of(job.state().name()));
        if (job.isConfiguring()) {
            states.addAll(List.of("CONFIGURING", "POWER_UP_NODE"));
        }
        record.set("job_state", states)
                .set("state_reason", job.reason().slurmName())
                .set("state_description", description(job))
                .set(
                        "dependency",
                        job.dependency()
                                .map(d -> dependency(d, job.dependencyFailed()))
                                .orElse(""))
                .set("flags", flags(job))
                .set("hold", job.isHeld())
                .set("priority", job.isHeld() ? 0 : job.priority())
                .set(
                        "priority_by_partition",
                        job.priorities().entrySet().stream()
                                .map(entry -> Template.of("rest/v0.0.45/slurm/jobs-flags-all.json", PRIORITY)
                                        .set("partition", entry.getKey())
                                        .set("priority", entry.getValue())
                                        .json())
                                .toList())
                .set("restart_cnt", job.restarts())
                .set("failed_node", job.failedNode());
        exitCode(record, job.started() ? job.state() : JobState.PENDING);
    }

    private static String dependency(Dependency dependency, boolean failed) {
        return (dependency.ok() ? "afterok:" : "afterany:")
                + dependency.jobId()
                + (failed ? "(failed)" : "(unfulfilled)");
    }

    private static List<String> flags(SimulatedJob job) {
        List<String> flags = new ArrayList<>();
        if (job.het().isPresent()) {
            flags.add("HETEROGENEOUS_JOB");
        }
        if (job.request().tasks() > 1) {
            flags.add("EXACT_TASK_COUNT_REQUESTED");
        }
        if (job.state() == JobState.RUNNING) {
            flags.add("JOB_WAS_RUNNING");
        }
        if (job.request().qos().equals("normal")) {
            flags.add("USING_DEFAULT_QOS");
        }
        flags.add("USING_DEFAULT_WCKEY");
        if (job.dependency().isPresent()) {
            flags.add("DEPENDENT");
        }
        return flags;
    }

    /** Writes the return code of the job, or the signal that ended the job. A job that never ran has code 0. */
    private static void exitCode(Template record, JobState state) {
        switch (state) {
            case PENDING, RUNNING, COMPLETED -> exitCode(record, "SUCCESS", 0, Special.UNSET, "");
            case FAILED -> exitCode(record, "ERROR", 1, Special.UNSET, "");
            case TIMEOUT, CANCELLED -> exitCode(record, "SIGNALED", Special.UNSET, 15, "TERM");
            case NODE_FAIL -> exitCode(record, "SIGNALED", Special.UNSET, 1, "HUP");
            // Slurm's own number, SIG_OOM.
            case OUT_OF_MEMORY -> exitCode(record, "SIGNALED", Special.UNSET, 125, "125");
        }
    }

    private static void exitCode(Template record, String status, Object code, Object signal, String name) {
        record.set("exit_code.status", List.of(status))
                .set("exit_code.return_code", code)
                .set("exit_code.signal.id", signal)
                .set("exit_code.signal.name", name);
    }

    private void resources(Template record, SimulatedJob job) {
        JobRequest request = job.request();
        int cpus = job.use().cpus();
        boolean perCpu = request.memory().perCpu();
        long memory = request.memory().mebibytes();
        record.set("cpus", cpus)
                .set("node_count", job.started() ? job.allocations().size() : request.nodes())
                .set("tasks", request.tasks())
                .set("cpus_per_task", request.cpusPerTask())
                .set("tasks_per_node", request.tasksPerNode())
                .set("minimum_cpus_per_node", request.cpusPerTask())
                .set("billable_tres", job.started() ? (double) cpus : 0.0)
                .set("memory_per_cpu", perCpu ? (Object) memory : Special.UNSET)
                .set("memory_per_node", perCpu ? Special.UNSET : (Object) memory);
        List<String> names =
                job.allocations().stream().map(a -> a.node().name()).sorted().toList();
        record.set("tres_req_str", TresText.requested(request))
                .set("tres_alloc_str", TresText.allocated(job))
                .set("tres_per_job", gpus(request, GpuRequest.Scope.PER_JOB))
                .set("tres_per_node", gpus(request, GpuRequest.Scope.PER_NODE))
                .set("tres_per_task", gpus(request, GpuRequest.Scope.PER_TASK))
                .set("licenses", TresText.licenses(request))
                .setIfPresent("licenses_allocated", job.started() ? TresText.licenses(request) : "")
                .set("nodes", RangeText.hosts(names))
                .set("batch_host", names.isEmpty() ? "" : names.get(0))
                .set("scheduled_nodes", RangeText.hosts(job.plannedNodes()))
                .set("required_nodes", RangeText.hosts(request.requiredNodes()))
                .set("features", String.join("&", request.features()))
                .set("gres_detail", rendering.detail() ? TresText.gresDetail(job.allocations()) : List.of());
    }

    private static String gpus(JobRequest request, GpuRequest.Scope scope) {
        return request.gpus()
                .filter(g -> g.scope() == scope)
                .map(TresText::gpus)
                .orElse("");
    }
}
