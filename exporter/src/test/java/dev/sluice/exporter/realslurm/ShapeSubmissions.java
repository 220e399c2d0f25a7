package dev.sluice.exporter.realslurm;

import static dev.sluice.exporter.realslurm.RealSubmissions.jobs;

import java.util.List;

/** Submissions with rare requests, changed jobs and accelerators. */
final class ShapeSubmissions {

    private static final String PENDING_JOB = "$(squeue -h -t PD -o %i)";

    static final List<RealSubmissions> ALL = List.of(
            jobs(
                    "`--time-min=10` before a maintenance of all nodes in 30 min",
                    "sh scontrol create reservationname=upkeep nodes=ALL starttime=now+30minutes duration=300"
                            + " flags=maint,ignore_jobs users=root",
                    "ada --time-min=10 -n 16"),
            RealSubmissions.of("-N 2-8:3 -n 80"),
            RealSubmissions.of("-N 2,4 -n 70"),
            RealSubmissions.of("-N 3,5 -n 3"),
            RealSubmissions.of("-N 2-6 -n 20"),
            RealSubmissions.of("-N 8 -n 8"),
            RealSubmissions.of("-N 2-4 -n 4 --use-min-nodes"),
            RealSubmissions.of("-C [reed*1&fresh*1] -N 2"),
            RealSubmissions.of("-C fresh&reed -n 4").wrong(1),
            RealSubmissions.of("--prefer=fresh -n 4"),
            RealSubmissions.of("-n 40 -m plane=4"),
            RealSubmissions.of("-n 20 -m block:cyclic"),
            RealSubmissions.of("-n 16 --hint=compute_bound"),
            RealSubmissions.of("-n 16 --hint=memory_bound"),
            RealSubmissions.of("--array=1-6%2 -N 1 --exclusive").waiting(4),
            RealSubmissions.of("-n 4 --deadline=now+3hours"),
            RealSubmissions.of("-n 33 --exclusive"),
            RealSubmissions.of("--array=1-4 -n 1 --mem=33000"),
            RealSubmissions.of("--array=1-2 -n 1 --mem=64000"),
            RealSubmissions.of("-N 3 -n 3 --mem=64000"),
            RealSubmissions.of("--array=1-3 -n 16 --oversubscribe").wrong(2),
            RealSubmissions.of("--array=1-7 -n 9"),
            RealSubmissions.of("-n 31 -c 2"),
            RealSubmissions.of("-N 4 -n 4 --segment=4"),
            RealSubmissions.of("-N 6 -n 6 --segment=3"),
            jobs(
                    "`-n 64`, updated to 16 tasks",
                    "ada -n 64",
                    "sh scontrol update jobid=" + PENDING_JOB + " numtasks=16 numcpus=16"),
            jobs(
                    "`-n 4`, updated to 40 tasks",
                    "ada -n 4",
                    "sh scontrol update jobid=" + PENDING_JOB + " numtasks=40 numcpus=40"),
            jobs("`-n 4`, held and released", "ada -n 4 --hold", "sh scontrol release " + PENDING_JOB),
            jobs("`-n 32`, requeued", "sh scontrol requeue $(squeue -h -o %i)")
                    .after("ada -n 32")
                    .waiting(1),
            RealSubmissions.of("`-n 2 --exclusive` beside a running job", "-n 2 --exclusive")
                    .after("ada -n 4"),
            RealSubmissions.of("`--array=1-2 -n 10` beside a running job of 20 CPUs", "--array=1-2 -n 10")
                    .after("ada -n 20"),
            RealSubmissions.of("--array=1-3 --gres=gpu:h100:3").on(RealNodes.OTTER),
            RealSubmissions.of("--array=1-5 --gres=gpu:h100:4").on(RealNodes.OTTER),
            RealSubmissions.of("--gpus=20").on(RealNodes.OTTER),
            RealSubmissions.of("-N 3 --gpus-per-node=8").on(RealNodes.OTTER),
            RealSubmissions.of("-n 6 --tres-per-task=gres/gpu:2").on(RealNodes.OTTER),
            RealSubmissions.of("--array=1-4 --gpus=2 --cpus-per-gpu=16").on(RealNodes.OTTER),
            RealSubmissions.of("--gpus=9 --gpu-bind=closest").on(RealNodes.OTTER),
            RealSubmissions.of("-n 8 --gpus-per-task=1 --exclusive").on(RealNodes.OTTER),
            RealSubmissions.of("--array=1-3 --gres=gpu:h100:1 -c 8 --gres-flags=enforce-binding")
                    .on(RealNodes.OTTER)
                    .wrong(1),
            RealSubmissions.of("four shards per GPU, `--gres=shard:6` (never starts)", "--gres=shard:6")
                    .on(RealNodes.NEWT)
                    .waiting(1),
            RealSubmissions.of("four shards per GPU, `--array=1-4 --gres=shard:4`", "--array=1-4 --gres=shard:4")
                    .on(RealNodes.NEWT),
            RealSubmissions.of("four shards per GPU, `--array=1-8 --gres=shard:2`", "--array=1-8 --gres=shard:2")
                    .on(RealNodes.NEWT),
            RealSubmissions.of("`--gres=shard:4` beside a job with three GPUs", "--gres=shard:4")
                    .on(RealNodes.NEWT)
                    .after("ada --gres=gpu:l40s:3"),
            RealSubmissions.of("four shards per GPU, `--array=1-5 --gres=shard:3`", "--array=1-5 --gres=shard:3")
                    .on(RealNodes.NEWT),
            RealSubmissions.of("four shards per GPU, `-N 2 --gres=shard:1`", "-N 2 --gres=shard:1")
                    .on(RealNodes.NEWT),
            RealSubmissions.of(
                            "four shards per GPU, `--array=1-2 --gres=shard:4` beside a job with three GPUs",
                            "--array=1-2 --gres=shard:4")
                    .on(RealNodes.NEWT)
                    .after("ada --gres=gpu:l40s:3"),
            RealSubmissions.of("two GPUs with MPS, `--gres=mps:150` (never starts)", "--gres=mps:150")
                    .on(RealNodes.DACE)
                    .waiting(1),
            RealSubmissions.of("two GPUs with MPS, `--array=1-4 --gres=mps:50`", "--array=1-4 --gres=mps:50")
                    .on(RealNodes.DACE),
            RealSubmissions.of("two GPUs with MPS, `--array=1-2 --gres=mps:60`", "--array=1-2 --gres=mps:60")
                    .on(RealNodes.DACE),
            RealSubmissions.of("--gres=tpu:4").on(RealNodes.RILL),
            RealSubmissions.of("-N 2 --gres=tpu:8").on(RealNodes.RILL),
            RealSubmissions.of("--array=1-3 --gres=tpu:4").on(RealNodes.RILL),
            RealSubmissions.of("--array=1-4 --gres=tpu:1 -n 6").on(RealNodes.RILL));

    private ShapeSubmissions() {}
}
