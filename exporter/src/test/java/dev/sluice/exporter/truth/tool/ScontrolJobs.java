package dev.sluice.exporter.truth.tool;

import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.function.ToLongFunction;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Requests and allocations of jobs from scontrol. */
final class ScontrolJobs {

    private static final Pattern GPU_TYPE = Pattern.compile("gres/gpu:([A-Za-z][\\w.-]*)");
    private static final Set<String> HOLD_CPUS = Set.of("running", "configuring");
    private static final Set<String> HOLD_GPUS = Set.of("running", "configuring", "suspended");

    private final Squeue squeue;
    private final ToolTexts before;
    private final ToolTexts after;
    private final Map<String, Map<String, String>> jobs = new HashMap<>();

    ScontrolJobs(ToolTexts before, ToolTexts after) {
        this.squeue = Squeue.of(before);
        this.before = before;
        this.after = after;
        before.records(ToolCommand.JOBS).forEach(job -> jobs.put(Fields.text(job, "JobId"), job));
    }

    void show(Shown shown, ToLongFunction<Squeue.Line> tasks) {
        for (Squeue.Line line : squeue.lines()) {
            Map<String, String> job = jobs.getOrDefault(line.id(), Map.of());
            if (!job.isEmpty() && line.waits()) {
                request(shown, line, job, tasks.applyAsLong(line));
                age(shown, line, Fields.text(job, "EligibleTime"));
            } else if (!job.isEmpty()) {
                held(shown, line, job);
            }
        }
    }

    private static void request(Shown shown, Squeue.Line line, Map<String, String> job, long tasks) {
        String reasonClass = line.reasonClass();
        Map<String, Long> tres = Fields.tres(Fields.text(job, "ReqTRES"));
        Map<String, String> families = Map.of("node", "nodes", "cpu", "cpus", "mem", "memory_bytes");
        families.forEach((name, what) -> {
            long amount = tres.getOrDefault(name, 0L) * tasks;
            shown.add(amount, "slurm_cluster_requested_" + what + " reason_class", reasonClass);
            for (String partition : line.partitions()) {
                shown.add(amount, "slurm_queue_requested_" + what + " partition reason_class", partition, reasonClass);
            }
        });
        requestedGpus(tres, job).forEach((type, gpus) -> {
            shown.add(gpus * tasks, "slurm_cluster_requested_gpus reason_class gpu_type", reasonClass, type);
            for (String partition : line.partitions()) {
                shown.add(
                        gpus * tasks,
                        "slurm_queue_requested_gpus partition reason_class gpu_type",
                        partition,
                        reasonClass,
                        type);
            }
        });
    }

    /** ReqTRES contains the GPU types that accounting tracks. The options of the job contain the other types. */
    private static Map<String, Long> requestedGpus(Map<String, Long> tres, Map<String, String> job) {
        Map<String, Long> types = new LinkedHashMap<>();
        long rest = tres.getOrDefault("gres/gpu", 0L);
        for (Map.Entry<String, Long> one : tres.entrySet()) {
            if (one.getKey().startsWith("gres/gpu:")) {
                types.put(one.getKey().substring("gres/gpu:".length()), one.getValue());
                rest -= one.getValue();
            }
        }
        if (rest > 0) {
            types.put(untrackedType(job, types.keySet()), rest);
        }
        return types;
    }

    private static String untrackedType(Map<String, String> job, Set<String> tracked) {
        for (String option : new String[] {"TresPerJob", "TresPerNode", "TresPerSocket", "TresPerTask"}) {
            Matcher type = GPU_TYPE.matcher(Fields.text(job, option));
            while (type.find()) {
                if (!tracked.contains(type.group(1))) {
                    return type.group(1);
                }
            }
        }
        return "any";
    }

    private void age(Shown shown, Squeue.Line line, String eligible) {
        if (Fields.isTime(eligible) && Fields.epoch(eligible) <= before.at().getEpochSecond()) {
            for (String partition : line.partitions()) {
                shown.largest(
                        before.at().getEpochSecond() - Fields.epoch(eligible),
                        after.at().getEpochSecond() - Fields.epoch(eligible),
                        "slurm_queue_oldest_pending_seconds partition reason_class",
                        partition,
                        line.reasonClass());
            }
        }
    }

    private static void held(Shown shown, Squeue.Line line, Map<String, String> job) {
        Map<String, Long> tres = Fields.tres(Fields.text(job, "AllocTRES"));
        if (HOLD_CPUS.contains(line.state())) {
            shown.add(Fields.number(job, "NumCPUs"), "slurm_user_cpus_allocated user", line.user());
            shown.add(Fields.number(job, "NumCPUs"), "slurm_account_cpus_allocated account", line.account());
        }
        if (HOLD_GPUS.contains(line.state())) {
            long gpus = tres.getOrDefault("gres/gpu", 0L);
            shown.add(gpus, "slurm_user_gpus_allocated user", line.user());
            shown.add(gpus, "slurm_account_gpus_allocated account", line.account());
            single(shown, line, job);
        }
    }

    private static void single(Shown shown, Squeue.Line line, Map<String, String> job) {
        // slurm-bridge submitted no job of these clusters.
        shown.exactly(
                1,
                "slurm_job_info job_id array_job_id user account partition qos origin",
                line.id(),
                line.array(),
                line.user(),
                line.account(),
                line.partitions().get(0),
                line.qos(),
                "native");
        String start = Fields.text(job, "StartTime");
        // A job that was requeued since squeue's look has no start.
        if (Fields.isTime(start)) {
            shown.exactly(Fields.epoch(start), "slurm_job_start_timestamp_seconds job_id", line.id());
        }
        String limit = Fields.text(job, "TimeLimit");
        if (Fields.isTime(limit)) {
            shown.exactly(Fields.seconds(limit), "slurm_job_time_limit_seconds job_id", line.id());
        }
        for (String node : Fields.hosts(Fields.text(job, "NodeList"))) {
            shown.exactly(1, "slurm_job_node job_id node", line.id(), node);
        }
    }
}
