package dev.sluice.simulator.rest;

import com.fasterxml.jackson.databind.JsonNode;
import dev.sluice.lab.scheduling.NodeFlag;
import dev.sluice.lab.scheduling.SimulatedJob;
import dev.sluice.lab.scheduling.SimulatedNode;
import java.util.List;
import java.util.stream.Stream;

/** Body of {@code /diag/}: the statistics of sdiag. Durations are in microseconds. */
record DiagJson(Rendering rendering, Statistics statistics) {

    private static final String S = "statistics.";
    private static final int TERMINATE_JOB = 6011;
    private static final List<String> COUNTERS =
            List.of(("jobs_submitted jobs_started jobs_completed jobs_canceled jobs_failed bf_backfilled_jobs"
                            + " schedule_cycle_total schedule_cycle_last schedule_cycle_max schedule_cycle_sum"
                            + " schedule_cycle_depth bf_cycle_counter bf_cycle_last bf_cycle_max bf_cycle_sum"
                            + " bf_last_depth bf_depth_sum bf_last_backfilled_jobs")
                    .split(" ", -1));

    static Template of(Rendering rendering) {
        Template answer = rendering.response("slurm/diag.json");
        new DiagJson(rendering, rendering.statistics()).fill(answer);
        return answer;
    }

    private void fill(Template answer) {
        List<SimulatedJob> pending = rendering.controller().pending();
        answer.setAll(rendering.now(), S + "req_time", S + "job_states_ts")
                .set(S + "req_time_start", rendering.show(statistics.since()))
                .set(S + "server_thread_count", 1 + statistics.queued() / 20)
                .set(
                        S + "jobs_pending",
                        pending.stream().mapToLong(SimulatedJob::waitingTasks).sum())
                .set(S + "jobs_running", rendering.controller().running().size())
                .set(S + "schedule_queue_length", pending.size());
        COUNTERS.forEach(name -> answer.set(S + name, statistics.get(name)));
        schedulers(answer);
        answer.list(S + "rpcs_by_message_type", statistics.byType().entrySet(), (record, rpc) -> {
            record.set("type_id", rpc.getKey().id())
                    .set("message_type", rpc.getKey().name());
            rpc.getValue().forEach(record::set);
        });
        answer.list(S + "rpcs_by_user", statistics.byUser().entrySet(), (record, user) -> {
            record.set("user_id", rendering.userId(user.getKey())).set("user", user.getKey());
            user.getValue().forEach(record::set);
        });
        pendingRpcs(answer);
    }

    private void schedulers(Template answer) {
        long seconds = Math.max(60, rendering.controller().now() - statistics.since());
        long passes = statistics.get("schedule_cycle_total");
        long cycles = statistics.get("bf_cycle_counter");
        long depths = statistics.get("bf_depth_sum");
        answer.set(S + "schedule_exit.end_job_queue", passes)
                .set(S + "schedule_cycle_mean", mean(statistics.get("schedule_cycle_sum"), passes))
                .set(S + "schedule_cycle_mean_depth", mean(statistics.get("schedule_cycle_depth"), passes))
                .set(S + "schedule_cycle_per_minute", passes * 60 / seconds)
                .set(S + "bf_exit.end_job_queue", cycles)
                .set(S + "bf_cycle_mean", mean(statistics.get("bf_cycle_sum"), cycles))
                .setAll(mean(depths, cycles), S + "bf_depth_mean", S + "bf_depth_mean_try", S + "bf_queue_len_mean")
                .setAll(statistics.get("bf_last_depth"), S + "bf_last_depth_try", S + "bf_queue_len")
                .setAll(depths, S + "bf_depth_try_sum", S + "bf_queue_len_sum")
                .setAll(24, S + "bf_table_size", S + "bf_table_size_mean")
                .set(S + "bf_table_size_sum", 24 * cycles)
                .set(S + "bf_when_last_cycle", rendering.show(statistics.get("bf_when_last_cycle")));
    }

    private static long mean(long sum, long count) {
        return count == 0 ? 0 : sum / count;
    }

    /** slurmctld tries again to tell unresponsive nodes that their jobs have ended. */
    private void pendingRpcs(Template answer) {
        List<String> unreached = rendering.controller().nodes().stream()
                .filter(node -> node.isDown() && node.has(NodeFlag.NOT_RESPONDING))
                .map(SimulatedNode::name)
                .toList();
        answer.set(S + "agent_queue_size", unreached.size());
        Stream.of("pending_rpcs", "pending_rpcs_by_hostlist").forEach(name -> {
            Object count = name.equals("pending_rpcs") ? unreached.size() : List.of(RangeText.hosts(unreached));
            JsonNode pending =
                    Template.record("type_id", TERMINATE_JOB, "message_type", "REQUEST_TERMINATE_JOB", "count", count);
            answer.set(S + name, unreached.isEmpty() ? List.of() : List.of(pending));
        });
    }
}
