package dev.sluice.simulator.rest.json;

import dev.sluice.lab.scheduling.NodeFlag;
import dev.sluice.lab.scheduling.job.ArrayPlace;
import dev.sluice.lab.scheduling.job.JobState;
import dev.sluice.simulator.cluster.RpcStatistics;
import dev.sluice.simulator.cluster.Statistics;
import dev.sluice.simulator.rest.text.Hostlist;
import java.util.List;
import java.util.stream.Stream;

/** Body of {@code /diag/}: the statistics of sdiag. Durations are in microseconds. */
public final class DiagJson {

    private static final String S = "statistics.";
    private static final int TERMINATE_JOB = 6011;

    private DiagJson() {}

    public static Template of(Rendering rendering) {
        Template answer = rendering.response("slurm/diag.json");
        Statistics.Counters counters = rendering.view().counters();
        List<String> unreached = unreached(rendering);
        answer.setAll(rendering.now(), S + "req_time", S + "job_states_ts")
                .set(S + "req_time_start", rendering.timeline().show(counters.since()))
                .set(S + "server_thread_count", 1 + counters.rpcs().queued() / 20)
                .set(S + "agent_queue_size", unreached.size())
                .set(S + "jobs_submitted", counters.submitted())
                .set(S + "jobs_started", counters.started())
                .set(S + "jobs_completed", counters.completed())
                .set(S + "jobs_canceled", counters.canceled())
                .set(S + "jobs_failed", counters.failed())
                .set(S + "jobs_pending", pendingTasks(rendering))
                .set(S + "jobs_running", count(rendering, JobState.RUNNING));
        mainScheduler(answer, rendering);
        backfill(answer, rendering);
        rpcs(answer, rendering);
        pendingRpcs(answer, unreached);
        return answer;
    }

    private static void mainScheduler(Template answer, Rendering rendering) {
        Statistics.Counters counters = rendering.view().counters();
        long seconds = Math.max(60, rendering.view().now() - counters.since());
        Statistics.Passes passes = counters.main();
        answer.set(S + "schedule_cycle_max", passes.max())
                .set(S + "schedule_cycle_last", passes.last())
                .set(S + "schedule_cycle_sum", passes.sum())
                .setAll(passes.count(), S + "schedule_cycle_total", S + "schedule_exit.end_job_queue")
                .set(S + "schedule_cycle_mean", passes.mean())
                .set(S + "schedule_cycle_mean_depth", passes.meanDepth())
                .set(S + "schedule_cycle_per_minute", passes.count() * 60 / seconds)
                .set(S + "schedule_cycle_depth", passes.depthSum())
                .set(S + "schedule_queue_length", count(rendering, JobState.PENDING));
    }

    private static void backfill(Template answer, Rendering rendering) {
        Statistics.Counters counters = rendering.view().counters();
        Statistics.Passes passes = counters.backfill();
        answer.setAll(counters.backfilledJobs(), S + "bf_backfilled_jobs", S + "bf_last_backfilled_jobs")
                .setAll(passes.count(), S + "bf_cycle_counter", S + "bf_exit.end_job_queue")
                .set(S + "bf_cycle_mean", passes.mean())
                .set(S + "bf_cycle_sum", passes.sum())
                .set(S + "bf_cycle_last", passes.last())
                .set(S + "bf_cycle_max", passes.max())
                .setAll(passes.meanDepth(), S + "bf_depth_mean", S + "bf_depth_mean_try", S + "bf_queue_len_mean")
                .setAll(counters.backfillDepthLast(), S + "bf_last_depth", S + "bf_last_depth_try", S + "bf_queue_len")
                .setAll(passes.depthSum(), S + "bf_depth_sum", S + "bf_depth_try_sum", S + "bf_queue_len_sum")
                .setAll(24, S + "bf_table_size", S + "bf_table_size_mean")
                .set(S + "bf_table_size_sum", 24 * passes.count())
                .set(S + "bf_when_last_cycle", rendering.timeline().show(counters.backfillAt()));
    }

    private static void rpcs(Template answer, Rendering rendering) {
        RpcStatistics.Counters counters = rendering.view().counters().rpcs();
        answer.list(
                S + "rpcs_by_message_type",
                counters.byType().entrySet(),
                (record, rpc) -> record.set("type_id", rpc.getKey().id())
                        .set("message_type", rpc.getKey().name())
                        .set("count", rpc.getValue().count())
                        .set("queued", rpc.getValue().queued())
                        .set("dropped", rpc.getValue().dropped())
                        .set("cycle_last", rpc.getValue().cycleLast())
                        .set("cycle_max", rpc.getValue().cycleMax())
                        .set("total_time", rpc.getValue().totalTime())
                        .set("average_time", rpc.getValue().average()));
        answer.list(
                S + "rpcs_by_user",
                counters.byUser().entrySet(),
                (record, user) -> record.set("user_id", rendering.userId(user.getKey()))
                        .set("user", user.getKey())
                        .set("count", user.getValue().count())
                        .set("total_time", user.getValue().totalTime())
                        .set("average_time", user.getValue().average()));
    }

    /** Returns unresponsive nodes. slurmctld tries again to tell these nodes that their jobs have ended. */
    private static List<String> unreached(Rendering rendering) {
        return rendering.view().nodes().stream()
                .filter(node -> node.states().contains("DOWN") && node.flags().contains(NodeFlag.NOT_RESPONDING))
                .map(node -> node.spec().name())
                .toList();
    }

    private static void pendingRpcs(Template answer, List<String> unreached) {
        Stream.of("pending_rpcs", "pending_rpcs_by_hostlist").forEach(name -> {
            Object count = name.equals("pending_rpcs") ? unreached.size() : List.of(Hostlist.of(unreached));
            Template pending =
                    Template.record("type_id", TERMINATE_JOB, "message_type", "REQUEST_TERMINATE_JOB", "count", count);
            answer.list(S + name, unreached.isEmpty() ? List.of() : List.of(pending));
        });
    }

    private static long pendingTasks(Rendering rendering) {
        return rendering.view().jobs().stream()
                .filter(job -> job.state() == JobState.PENDING)
                .mapToLong(job -> job.array()
                        .flatMap(ArrayPlace::waiting)
                        .map(tasks -> tasks.ids().size())
                        .orElse(1))
                .sum();
    }

    private static long count(Rendering rendering, JobState state) {
        return rendering.view().jobs().stream()
                .filter(job -> job.state() == state)
                .count();
    }
}
