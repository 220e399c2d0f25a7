package dev.sluice.simulator.rest.json;

import dev.sluice.lab.scheduling.NodeFlag;
import dev.sluice.lab.scheduling.job.ArrayPlace;
import dev.sluice.lab.scheduling.job.JobState;
import dev.sluice.simulator.cluster.RpcStatistics;
import dev.sluice.simulator.cluster.Statistics;
import dev.sluice.simulator.rest.text.Hostlist;
import java.util.List;

/** Body of {@code /diag/}: the statistics of sdiag. Durations are in microseconds. */
public final class DiagJson {
    private DiagJson() {}

    public static void write(SlurmJson json, Rendering rendering) {
        json.object("statistics", statistics -> statistics(statistics, rendering));
        Envelope.close(json, rendering);
    }

    private static void statistics(SlurmJson json, Rendering rendering) {
        Statistics.Counters counters = rendering.view().counters();
        if (!rendering.version().atLeast(ApiVersion.V45)) {
            json.number("parts_packed", 0);
        }
        rendering.time(json, "req_time", rendering.view().now());
        rendering.time(json, "req_time_start", counters.since());
        json.number("server_thread_count", 1 + counters.rpcs().queued() / 20)
                .number("agent_queue_size", unreached(rendering).size())
                .zeros("agent_count", "agent_thread_count", "dbd_agent_queue_size")
                .number("gettimeofday_latency", 20);
        mainScheduler(json, rendering);
        jobs(json, rendering);
        backfill(json, rendering);
        rpcs(json, rendering);
    }

    private static void mainScheduler(SlurmJson json, Rendering rendering) {
        Statistics.Counters counters = rendering.view().counters();
        long seconds = Math.max(60, rendering.view().now() - counters.since());
        Statistics.Passes passes = counters.main();
        json.number("schedule_cycle_max", passes.max())
                .number("schedule_cycle_last", passes.last())
                .number("schedule_cycle_sum", passes.sum())
                .number("schedule_cycle_total", passes.count())
                .number("schedule_cycle_mean", passes.mean())
                .number("schedule_cycle_mean_depth", passes.meanDepth())
                .number("schedule_cycle_per_minute", passes.count() * 60 / seconds)
                .number("schedule_cycle_depth", passes.depthSum())
                .object(
                        "schedule_exit",
                        exit -> exit.number("end_job_queue", passes.count())
                                .zeros(
                                        "default_queue_depth",
                                        "max_job_start",
                                        "max_rpc_cnt",
                                        "max_sched_time",
                                        "licenses"))
                .number("schedule_queue_length", count(rendering, JobState.PENDING));
    }

    private static void jobs(SlurmJson json, Rendering rendering) {
        Statistics.Counters counters = rendering.view().counters();
        json.number("jobs_submitted", counters.submitted())
                .number("jobs_started", counters.started())
                .number("jobs_completed", counters.completed())
                .number("jobs_canceled", counters.canceled())
                .number("jobs_failed", counters.failed())
                .number("jobs_pending", pendingTasks(rendering))
                .number("jobs_running", count(rendering, JobState.RUNNING));
        rendering.time(json, "job_states_ts", rendering.view().now());
    }

    private static void backfill(SlurmJson json, Rendering rendering) {
        Statistics.Counters counters = rendering.view().counters();
        Statistics.Passes passes = counters.backfill();
        json.number("bf_backfilled_jobs", counters.backfilledJobs())
                .number("bf_last_backfilled_jobs", counters.backfilledJobs())
                .number("bf_backfilled_het_jobs", 0)
                .number("bf_cycle_counter", passes.count())
                .number("bf_cycle_mean", passes.mean())
                .number("bf_depth_mean", passes.meanDepth())
                .number("bf_depth_mean_try", passes.meanDepth())
                .number("bf_cycle_sum", passes.sum())
                .number("bf_cycle_last", passes.last())
                .number("bf_cycle_max", passes.max())
                .object(
                        "bf_exit",
                        exit -> exit.number("end_job_queue", passes.count())
                                .zeros(
                                        "bf_max_job_start",
                                        "bf_max_job_test",
                                        "bf_max_time",
                                        "bf_node_space_size",
                                        "state_changed"))
                .number("bf_last_depth", counters.backfillDepthLast())
                .number("bf_last_depth_try", counters.backfillDepthLast())
                .number("bf_depth_sum", passes.depthSum())
                .number("bf_depth_try_sum", passes.depthSum())
                .number("bf_queue_len", counters.backfillDepthLast())
                .number("bf_queue_len_mean", passes.meanDepth())
                .number("bf_queue_len_sum", passes.depthSum())
                .number("bf_table_size", 24)
                .number("bf_table_size_sum", 24 * passes.count())
                .number("bf_table_size_mean", 24);
        rendering.time(json, "bf_when_last_cycle", counters.backfillAt());
        json.flag("bf_active", false);
    }

    private static void rpcs(SlurmJson json, Rendering rendering) {
        RpcStatistics.Counters counters = rendering.view().counters().rpcs();
        json.objects(
                        "rpcs_by_message_type",
                        counters.byType().entrySet(),
                        (item, rpc) -> item.number("type_id", rpc.getKey().id())
                                .text("message_type", rpc.getKey().name())
                                .number("count", rpc.getValue().count())
                                .number("queued", rpc.getValue().queued())
                                .number("dropped", rpc.getValue().dropped())
                                .number("cycle_last", rpc.getValue().cycleLast())
                                .number("cycle_max", rpc.getValue().cycleMax())
                                .number("total_time", rpc.getValue().totalTime())
                                .wrapped("average_time", rpc.getValue().average()))
                .objects(
                        "rpcs_by_user",
                        counters.byUser().entrySet(),
                        (item, user) -> item.number("user_id", rendering.userId(user.getKey()))
                                .text("user", user.getKey())
                                .number("count", user.getValue().count())
                                .number("total_time", user.getValue().totalTime())
                                .wrapped("average_time", user.getValue().average()));
        pendingRpcs(json, rendering);
    }

    /** Returns unresponsive nodes. slurmctld tries again to tell these nodes that their jobs have ended. */
    private static List<String> unreached(Rendering rendering) {
        return rendering.view().nodes().stream()
                .filter(node -> node.states().contains("DOWN") && node.flags().contains(NodeFlag.NOT_RESPONDING))
                .map(node -> node.spec().name())
                .toList();
    }

    private static void pendingRpcs(SlurmJson json, Rendering rendering) {
        List<String> unreached = unreached(rendering);
        List<List<String>> pending = unreached.isEmpty() ? List.of() : List.of(unreached);
        json.objects(
                        "pending_rpcs",
                        pending,
                        (item, nodes) -> terminateJob(item).number("count", nodes.size()))
                .objects(
                        "pending_rpcs_by_hostlist",
                        pending,
                        (item, nodes) -> terminateJob(item).texts("count", List.of(Hostlist.of(nodes))));
    }

    private static SlurmJson terminateJob(SlurmJson json) {
        return json.number("type_id", 6011).text("message_type", "REQUEST_TERMINATE_JOB");
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
