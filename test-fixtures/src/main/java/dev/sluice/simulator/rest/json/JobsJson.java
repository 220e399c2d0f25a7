package dev.sluice.simulator.rest.json;

import dev.sluice.lab.scheduling.controller.ClusterDefinition;
import dev.sluice.lab.scheduling.job.ArrayPlace;
import dev.sluice.lab.scheduling.job.Dependency;
import dev.sluice.lab.scheduling.job.HetPlace;
import dev.sluice.lab.scheduling.job.JobReason;
import dev.sluice.lab.scheduling.job.JobRequest;
import dev.sluice.lab.scheduling.job.JobState;
import dev.sluice.lab.scheduling.job.JobTimes;
import dev.sluice.simulator.cluster.JobRecord;
import dev.sluice.simulator.rest.text.ArrayText;
import dev.sluice.simulator.rest.text.TresText;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Body of {@code /jobs/}: identity and state of jobs; {@link JobResourcesJson} writes the resources. */
public final class JobsJson {
    private JobsJson() {}

    public static void write(
            SlurmJson json, Rendering rendering, List<Envelope.Problem> errors, List<Envelope.Warning> warnings) {
        json.objects("jobs", rendering.view().jobs(), (item, job) -> job(item, job, rendering));
        rendering.time(json, "last_backfill", rendering.view().counters().backfillAt());
        rendering.lastUpdate(json);
        Envelope.close(json, rendering, errors, warnings);
    }

    private static void job(SlurmJson json, JobRecord job, Rendering rendering) {
        identity(json, job, rendering);
        places(json, job);
        times(json, job, rendering);
        state(json, job);
        JobResourcesJson.write(json, job, rendering);
        versioned(json, job, rendering);
    }

    private static void identity(SlurmJson json, JobRecord job, Rendering rendering) {
        JobRequest request = job.request();
        ClusterDefinition definition = rendering.view().definition();
        int userId = rendering.userId(request.user());
        json.text("account", request.account())
                .text("admin_comment", "")
                .number("association_id", rendering.associationId(request.user()))
                .flag("batch_flag", true)
                .text("cluster", definition.name())
                .blanks("command", "comment")
                .text("current_working_directory", "/home/" + request.user())
                .text("extra", "")
                .number("group_id", userId)
                .text("group_name", request.user())
                .number("job_id", job.id())
                .text("name", request.name())
                .text("partition", job.partition())
                .text("qos", request.qos())
                .text("resv_name", request.reservation().orElse(""))
                .number("user_id", userId)
                .text("user_name", request.user())
                .text("wckey", "");
    }

    private static void places(SlurmJson json, JobRecord job) {
        Optional<ArrayPlace> array = job.array();
        json.wrapped("array_job_id", array.map(ArrayPlace::arrayJobId).orElse(0));
        array.flatMap(ArrayPlace::taskId)
                .ifPresentOrElse(id -> json.wrapped("array_task_id", id), () -> json.unset("array_task_id"));
        json.wrapped("array_max_tasks", array.map(ArrayPlace::limit).orElse(0))
                .text(
                        "array_task_string",
                        array.flatMap(ArrayPlace::waiting).map(ArrayText::of).orElse(""))
                .wrapped("het_job_id", job.het().map(HetPlace::leaderId).orElse(0))
                .text("het_job_id_set", job.het().map(JobsJson::idSet).orElse(""))
                .wrapped("het_job_offset", job.het().map(HetPlace::offset).orElse(0));
    }

    private static void times(SlurmJson json, JobRecord job, Rendering rendering) {
        JobTimes times = job.times();
        rendering.time(json, "accrue_time", times.eligible());
        rendering.time(json, "deadline", 0);
        rendering.time(json, "eligible_time", times.eligible());
        rendering.time(json, "end_time", times.end());
        rendering.time(json, "last_sched_evaluation", times.evaluated());
        rendering.time(json, "preempt_time", times.preempted());
        rendering.time(json, "preemptable_time", job.started() ? times.start() : 0);
        rendering.time(json, "pre_sus_time", 0);
        rendering.time(json, "resize_time", 0);
        rendering.time(json, "start_time", times.start());
        rendering.time(json, "submit_time", times.submit());
        rendering.time(json, "suspend_time", 0);
        json.wrapped(
                        "time_limit",
                        rendering.timeline().minutes(job.request().timeLimit().toSeconds()))
                .wrapped("time_minimum", 0);
    }

    private static void state(SlurmJson json, JobRecord job) {
        List<String> states = new ArrayList<>(List.of(job.state().name()));
        if (job.configuring()) {
            states.addAll(List.of("CONFIGURING", "POWER_UP_NODE"));
        }
        json.texts("job_state", states)
                .text("state_reason", job.reason().slurmName())
                .text("state_description", description(job.reason()))
                .text(
                        "dependency",
                        job.dependency()
                                .map(d -> dependency(d, job.dependencyFailed()))
                                .orElse(""))
                .texts("flags", flags(job))
                .flag("hold", job.held())
                .wrapped("priority", job.held() ? 0 : job.priority())
                .objects(
                        "priority_by_partition",
                        job.priorities().entrySet(),
                        (item, entry) -> item.text("partition", entry.getKey()).number("priority", entry.getValue()))
                .number("nice", 0)
                .flag("requeue", true)
                .flag("reboot", false)
                .number("restart_cnt", job.restarts())
                .object("derived_exit_code", code -> ExitCodeJson.write(code, JobState.COMPLETED))
                .object("exit_code", code -> ExitCodeJson.write(code, job.state()))
                .text("failed_node", job.failedNode());
    }

    /** Returns the description of a reason; empty for reasons without additional text in Slurm. */
    private static String description(JobReason reason) {
        return reason == JobReason.REQ_NODE_NOT_AVAIL ? "ReqNodeNotAvail, May be reserved for other job" : "";
    }

    private static String dependency(Dependency dependency, boolean failed) {
        String option = switch (dependency.kind()) {
            case AFTER_ANY -> "afterany";
            case AFTER_OK -> "afterok";
        };
        return option + ":" + dependency.jobId() + (failed ? "(failed)" : "(unfulfilled)");
    }

    private static String idSet(HetPlace place) {
        return place.leaderId() + "-" + (place.leaderId() + place.components() - 1);
    }

    private static List<String> flags(JobRecord job) {
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

    private static void versioned(SlurmJson json, JobRecord job, Rendering rendering) {
        if (rendering.version().atLeast(ApiVersion.V43)) {
            json.text("licenses_allocated", job.started() ? TresText.licenses(job.request()) : "")
                    .number("segment_size", 0)
                    .text("stderr_expanded", "/dev/null")
                    .text("stdin_expanded", "/dev/null")
                    .text("stdout_expanded", "/dev/null");
        }
        if (rendering.version().atLeast(ApiVersion.V44)) {
            json.text("submit_line", "sbatch -J " + job.request().name());
        }
        if (!rendering.version().atLeast(ApiVersion.V45)) {
            json.object("power", power -> power.texts("flags", List.of()));
        }
    }
}
