package dev.sluice.exporter.truth.tool;

import java.util.List;

/**
 * The commands of Slurm's tools, and the files below {@code cli/} of a capture with the output of these commands. The
 * command with the most volatile data is last.
 */
public enum ToolCommand {
    CONFIG("scontrol-show-config.txt", "scontrol", "show", "config"),
    PING("scontrol-ping.txt", "scontrol", "ping"),
    QOS("sacctmgr-qos.txt", "sacctmgr", "-P", "show", "qos", "format=" + Columns.OF_QOS),
    ASSOCIATIONS("sacctmgr-assoc.txt", "sacctmgr", "-P", "show", "assoc", "format=" + Columns.OF_ASSOCIATIONS),
    SSHARE("sshare.txt", "sshare", "-a", "-P", "-o", Columns.OF_SSHARE),
    RESERVATIONS("scontrol-show-reservations.txt", "scontrol", "-o", "show", "reservations"),
    LICENSES("scontrol-show-licenses.txt", "scontrol", "-o", "show", "licenses"),
    PARTITIONS("scontrol-show-partitions.txt", "scontrol", "-a", "-o", "show", "partitions"),
    LIMITS("scontrol-show-assoc_mgr.txt", "scontrol", "-o", "show", "assoc_mgr"),
    NODES("scontrol-show-nodes-oneline.txt", "scontrol", "-a", "-o", "show", "nodes"),
    SINFO("sinfo-N.txt", "sinfo", "-a", "-N", "-o", "%N|%P|%T|%C"),
    JOBS("scontrol-show-jobs-oneline.txt", "scontrol", "-a", "-o", "show", "jobs"),
    SQUEUE("squeue-before.txt", "squeue", "-a", "-t", "all", "-o", "%i|%A|%F|%K|%P|%u|%a|%q|%T|%r"),
    /** Used only for captures. On a live cluster, squeue does not shorten the task list of an array. */
    SQUEUE_TASKS("squeue-array-expanded.txt"),
    SDIAG("sdiag.txt", "sdiag");

    private static final class Columns {
        static final String OF_SSHARE =
                "Account,User,RawShares,NormShares,RawUsage,NormUsage,EffectvUsage,FairShare,LevelFS";
        static final String OF_QOS =
                "Name,GrpTRES,GrpJobs,GrpSubmit,MaxTRESPU,MaxJobsPU,MaxSubmitPU,MaxTRESPA,MaxJobsPA,MaxSubmitPA,"
                        + "MaxTRES,MaxWall,MinTRES";
        static final String OF_ASSOCIATIONS = "Cluster,Account,User,GrpJobs,GrpTRES,GrpSubmit,MaxTRES,MaxWall";
    }

    private final String file;

    @SuppressWarnings("ImmutableEnumChecker") // List.of is immutable.
    private final List<String> command;

    ToolCommand(String file, String... command) {
        this.file = file;
        this.command = List.of(command);
    }

    String file() {
        return file;
    }

    /** Returns the command; empty if the command does not run on a live cluster. */
    public List<String> command() {
        return command;
    }
}
