package dev.sluice.exporter.realslurm;

import static dev.sluice.exporter.realslurm.RealSubmissions.jobs;

import java.util.List;

/** Submissions in hidden and restricted partitions, and at limits of QOS, accounts and licenses. */
final class LimitSubmissions {

    static final List<RealSubmissions> ALL = List.of(
            RealSubmissions.of("hidden partition, `-N 3 --exclusive`", "-p hidden -N 3 --exclusive"),
            RealSubmissions.of("hidden partition, `--array=1-3 -n 32`", "-p hidden --array=1-3 -n 32"),
            RealSubmissions.of("hidden partition and another, `-n 40`", "-p hidden,meadow -n 40"),
            RealSubmissions.of("partition with AllowGroups, `-N 2 -n 2`", "-p club -N 2 -n 2"),
            RealSubmissions.of("partition with AllowGroups, `--array=1-3 -n 32`", "-p club --array=1-3 -n 32"),
            RealSubmissions.of("partition with MinNodes=2, `-n 2`", "-p pair -n 2"),
            RealSubmissions.of("partition with MaxNodes=2, `-n 40`", "-p small -n 40"),
            RealSubmissions.of("partition with LLN=YES, `--array=1-4 -n 8`", "-p loaded --array=1-4 -n 8"),
            RealSubmissions.of(
                    "partition with OverSubscribe=EXCLUSIVE, `--array=1-3 -n 1`", "-p whole --array=1-3 -n 1"),
            RealSubmissions.of("partition with ExclusiveUser=YES, `--array=1-3 -n 2`", "-p single --array=1-3 -n 2"),
            jobs("partition with ExclusiveUser=YES, two users", "ada -p single -n 2", "ben -p single -n 2"),
            RealSubmissions.of("partition in state DOWN, `-n 4`", "-p stopped -n 4")
                    .waiting(1),
            RealSubmissions.of("partition with MaxTime=10, `-n 4 -t 60`", "-p short -n 4")
                    .waiting(1),
            RealSubmissions.of(
                            "QOS with MaxJobsPerUser=2, `--array=1-6 -N 1 --exclusive`",
                            "-q duet --array=1-6 -N 1 --exclusive")
                    .waiting(4),
            RealSubmissions.of(
                            "QOS with MaxJobsPerUser=2, three jobs `-n 32`",
                            "-q duet -n 32",
                            "-q duet -n 32",
                            "-q duet -n 32")
                    .waiting(1),
            RealSubmissions.of("QOS with MaxJobsPerUser=1, two jobs `-n 32`", "-q solo -n 32", "-q solo -n 32")
                    .waiting(1),
            RealSubmissions.of("partition QOS with MaxJobsPerUser=2, `--array=1-4 -n 32`", "-p ruled --array=1-4 -n 32")
                    .waiting(2),
            jobs("user with MaxJobs=1, two jobs `-n 32`", "dan -n 32", "dan -n 32")
                    .waiting(1),
            RealSubmissions.of("QOS with GrpJobs=2, `--array=1-5 -n 32`", "-q pairs --array=1-5 -n 32")
                    .waiting(3),
            RealSubmissions.of("QOS with MinTRESPerJob=cpu=4, `-n 2` (never starts)", "-q floor -n 2")
                    .waiting(1),
            RealSubmissions.of("QOS with MinTRESPerJob=cpu=4, `-n 4`", "-q floor -n 4"),
            RealSubmissions.of("QOS with MaxTRESPerJob=cpu=8, `-n 16` (never starts)", "-q roof -n 16")
                    .waiting(1),
            RealSubmissions.of("QOS with MaxTRESPerJob=cpu=8, `--array=1-5 -n 8`", "-q roof --array=1-5 -n 8"),
            RealSubmissions.of("QOS with MaxTRESPerJob=node=2, `-N 4` (never starts)", "-q narrow -N 4")
                    .waiting(1),
            RealSubmissions.of("QOS with GrpTRES=cpu=64, `--array=1-4 -n 32`", "-q basin --array=1-4 -n 32")
                    .waiting(2),
            RealSubmissions.of("QOS with GrpTRES=cpu=64, `-n 80` (never starts)", "-q basin -n 80")
                    .waiting(1),
            RealSubmissions.of(
                            "QOS with GrpTRES=node=3, `--array=1-5 -N 1 --exclusive`",
                            "-q three --array=1-5 -N 1 --exclusive")
                    .waiting(2),
            RealSubmissions.of(
                            "QOS with GrpTRES=mem=100G, `--array=1-3 --mem=60000`", "-q hoard --array=1-3 --mem=60000")
                    .waiting(2),
            RealSubmissions.of("QOS with MaxTRESPerUser=cpu=64, `--array=1-4 -n 32`", "-q reach --array=1-4 -n 32")
                    .waiting(2),
            jobs("QOS with MaxTRESPerUser=cpu=64, two users", "ada -q reach --array=1-3 -n 32", "ben -q reach -n 32")
                    .waiting(1),
            jobs(
                            "QOS with MaxTRESPerAccount=cpu=64, two users of one account",
                            "ada -q team --array=1-2 -n 32",
                            "ben -A oak -q team --array=1-2 -n 32")
                    .waiting(2),
            jobs("account with GrpTRES=cpu=16, `--array=1-4 -n 8`", "ben -A elm --array=1-4 -n 8")
                    .waiting(2),
            jobs("account with GrpTRES=cpu=16, `-n 20` (never starts)", "ben -A elm -n 20")
                    .waiting(1),
            RealSubmissions.of("QOS with MaxTRESMinsPerJob=cpu=60, `-n 16 -t 60` (never starts)", "-q spent -n 16")
                    .waiting(1),
            RealSubmissions.of(
                    "QOS with MaxTRESMinsPerJob=cpu=60, `--array=1-3 -n 2 -t 30`", "-q spent --array=1-3 -n 2 -t 30"),
            RealSubmissions.of("QOS with GrpTRESMins=cpu=60, not used yet, `-n 4 -t 60`", "-q purse -n 4"),
            RealSubmissions.of(
                    "QOS with MaxTRESPerJob=cpu=8, heterogeneous job, `-n 8 : -n 8`", "-q roof -n 8 : -q roof -n 8"),
            RealSubmissions.of(
                    "partition QOS with MaxJobsPerUser=2 and another partition, `--array=1-4 -n 32`",
                    "-p ruled,loaded --array=1-4 -n 32"),
            RealSubmissions.of("QOS with MaxWall=30, `-n 4 -t 60` (never starts)", "-q brief -n 4")
                    .waiting(1),
            jobs("jobs of three limits", "ada -q duet --array=1-3 -n 32", "ben -q pairs --array=1-3 -n 32", "ben -n 32")
                    .waiting(2),
            jobs("limit of one user beside another user", "ada -q solo -n 32", "ada -q solo -n 32", "ben -n 32")
                    .waiting(1),
            RealSubmissions.of(
                            "`-q duet --array=1-3 -n 8` beside a running job of the QOS", "-q duet --array=1-3 -n 32")
                    .after("ada -q duet -n 32")
                    .waiting(2),
            RealSubmissions.of(
                            "QOS with MaxTRESPerUser=gres/gpu=2, `--array=1-3 --gres=gpu:h100:2`",
                            "-q twogpu --array=1-3 --gres=gpu:h100:2")
                    .on(RealNodes.OTTER)
                    .waiting(2),
            RealSubmissions.of(
                            "QOS with MaxTRESPerUser=gres/gpu=2, `--gres=gpu:h100:3` (never starts)",
                            "-q twogpu --gres=gpu:h100:3")
                    .on(RealNodes.OTTER)
                    .waiting(1),
            RealSubmissions.of(
                            "QOS with MaxTRESPerUser=gres/gpu=2, `--gpus=1 --exclusive` (never starts)",
                            "-q twogpu --gpus=1 --exclusive")
                    .on(RealNodes.OTTER)
                    .waiting(1),
            RealSubmissions.of(
                            "QOS with GrpTRES=gres/gpu=1, two jobs `--gres=gpu:h100:1`",
                            "-q crew --array=1-2 --gres=gpu:h100:1")
                    .on(RealNodes.OTTER)
                    .waiting(1),
            RealSubmissions.of(
                            "QOS with GrpTRES=gres/gpu=1, `--gres=gpu:h100:2` (never starts)",
                            "-q crew --gres=gpu:h100:2")
                    .on(RealNodes.OTTER)
                    .waiting(1),
            RealSubmissions.of("4 licenses, `-L ansys:2 --array=1-3 -n 32`", "-L ansys:2 --array=1-3 -n 32")
                    .waiting(1),
            RealSubmissions.of("4 licenses, `-L ansys:3 --array=1-2 -n 32`", "-L ansys:3 --array=1-2 -n 32")
                    .waiting(1),
            RealSubmissions.of("10 licenses, `-L matlab:2 --array=1-6 -n 32`", "-L matlab:2 --array=1-6 -n 32")
                    .waiting(1),
            jobs(
                            "3 of 4 licenses reserved, `-L ansys:2 -n 4`",
                            "sh scontrol create reservationname=license licenses=ansys:3 flags=license_only starttime=now"
                                    + " duration=infinite users=root",
                            "ada -L ansys:2 -n 4")
                    .waiting(1));

    /** Jobs of several QOSes: Slurm 25.05 and older reject these jobs. */
    static final List<RealSubmissions> OF_SEVERAL_QOSES = List.of(
            RealSubmissions.of(
                            "QOSes with MaxJobsPerUser=1 and 2, `--array=1-6 -n 32`", "-q solo,duet --array=1-6 -n 32")
                    .waiting(3),
            RealSubmissions.of("QOSes with MinTRESPerJob=cpu=4 and without, `-n 2`", "-q floor,duet -n 2"));

    private LimitSubmissions() {}
}
