package dev.sluice.simulator;

import java.util.List;

/** Body of {@code /diag/}: the numbers of sdiag; durations in microseconds. */
final class DiagJson {
    private record Rpc(int typeId, String type, long count, long totalTime) {}

    private DiagJson() {}

    static void write(SlurmJson json, Rendering rendering) {
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
        json.number("server_thread_count", 1)
                .number("agent_queue_size", 0)
                .number("agent_count", 0)
                .number("agent_thread_count", 0)
                .number("dbd_agent_queue_size", 0)
                .number("gettimeofday_latency", 20);
        mainScheduler(json, rendering);
        jobs(json, rendering);
        backfill(json, rendering);
        rpcs(json, counters);
    }

    private static void mainScheduler(SlurmJson json, Rendering rendering) {
        Statistics.Counters counters = rendering.view().counters();
        long seconds = Math.max(60, rendering.view().now() - counters.since());
        json.number("schedule_cycle_max", counters.cycleMax())
                .number("schedule_cycle_last", counters.cycleLast())
                .number("schedule_cycle_sum", counters.cycleSum())
                .number("schedule_cycle_total", counters.cycles())
                .number("schedule_cycle_mean", mean(counters.cycleSum(), counters.cycles()))
                .number("schedule_cycle_mean_depth", mean(counters.depthSum(), counters.cycles()))
                .number("schedule_cycle_per_minute", counters.cycles() * 60 / seconds)
                .number("schedule_cycle_depth", counters.depthSum())
                .object(
                        "schedule_exit",
                        exit -> exit.number("end_job_queue", counters.cycles())
                                .number("default_queue_depth", 0)
                                .number("max_job_start", 0)
                                .number("max_rpc_cnt", 0)
                                .number("max_sched_time", 0)
                                .number("licenses", 0))
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
        long cycles = counters.backfills();
        json.number("bf_backfilled_jobs", counters.backfilledJobs())
                .number("bf_last_backfilled_jobs", counters.backfilledJobs())
                .number("bf_backfilled_het_jobs", 0)
                .number("bf_cycle_counter", cycles)
                .number("bf_cycle_mean", mean(counters.backfillSum(), cycles))
                .number("bf_depth_mean", mean(counters.backfillDepthSum(), cycles))
                .number("bf_depth_mean_try", mean(counters.backfillDepthSum(), cycles))
                .number("bf_cycle_sum", counters.backfillSum())
                .number("bf_cycle_last", counters.backfillLast())
                .number("bf_cycle_max", counters.backfillMax())
                .object(
                        "bf_exit",
                        exit -> exit.number("end_job_queue", cycles)
                                .number("bf_max_job_start", 0)
                                .number("bf_max_job_test", 0)
                                .number("bf_max_time", 0)
                                .number("bf_node_space_size", 0)
                                .number("state_changed", 0))
                .number("bf_last_depth", counters.backfillDepthLast())
                .number("bf_last_depth_try", counters.backfillDepthLast())
                .number("bf_depth_sum", counters.backfillDepthSum())
                .number("bf_depth_try_sum", counters.backfillDepthSum())
                .number("bf_queue_len", counters.backfillDepthLast())
                .number("bf_queue_len_mean", mean(counters.backfillDepthSum(), cycles))
                .number("bf_queue_len_sum", counters.backfillDepthSum())
                .number("bf_table_size", 24)
                .number("bf_table_size_sum", 24 * cycles)
                .number("bf_table_size_mean", 24);
        rendering.time(json, "bf_when_last_cycle", counters.backfillAt());
        json.flag("bf_active", false);
    }

    private static void rpcs(SlurmJson json, Statistics.Counters counters) {
        List<Rpc> rpcs = List.of(
                new Rpc(2003, "REQUEST_JOB_INFO", counters.cycles(), counters.cycles() * 410),
                new Rpc(2007, "REQUEST_NODE_INFO", counters.cycles(), counters.cycles() * 160),
                new Rpc(4003, "REQUEST_SUBMIT_BATCH_JOB", counters.submitted(), counters.submitted() * 900),
                new Rpc(6017, "REQUEST_COMPLETE_BATCH_SCRIPT", counters.completed(), counters.completed() * 700));
        json.objects(
                        "rpcs_by_message_type",
                        rpcs,
                        (item, rpc) -> item.number("type_id", rpc.typeId())
                                .text("message_type", rpc.type())
                                .number("count", rpc.count())
                                .number("queued", 0)
                                .number("dropped", 0)
                                .number("cycle_last", 0)
                                .number("cycle_max", 0)
                                .number("total_time", rpc.totalTime())
                                .wrapped("average_time", mean(rpc.totalTime(), rpc.count())))
                .objects(
                        "rpcs_by_user",
                        List.of("root"),
                        (item, user) -> item.number("user_id", 0)
                                .text("user", user)
                                .number("count", 2 * counters.cycles())
                                .number("total_time", 570 * counters.cycles())
                                .wrapped("average_time", 285))
                .texts("pending_rpcs", List.of())
                .texts("pending_rpcs_by_hostlist", List.of());
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

    private static long mean(long sum, long count) {
        return count == 0 ? 0 : sum / count;
    }
}
