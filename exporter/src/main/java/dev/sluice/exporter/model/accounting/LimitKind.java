package dev.sluice.exporter.model.accounting;

/** The kinds of limits of QOSes and associations. */
public enum LimitKind {
    GRP_TRES("GrpTRES"),
    GRP_JOBS("GrpJobs"),
    GRP_SUBMIT("GrpSubmit"),
    MAX_TRES_PER_USER("MaxTRESPU"),
    MAX_JOBS_PER_USER("MaxJobsPU"),
    MAX_SUBMIT_PER_USER("MaxSubmitPU"),
    MAX_TRES_PER_ACCOUNT("MaxTRESPA"),
    MAX_JOBS_PER_ACCOUNT("MaxJobsPA"),
    MAX_SUBMIT_PER_ACCOUNT("MaxSubmitPA"),
    /** Running jobs of one user in one account. */
    MAX_JOBS("MaxJobs"),
    MAX_TRES_PER_JOB("MaxTRES"),
    /** Amount of a job, multiplied by the minutes of its time limit. */
    MAX_TRES_MINS_PER_JOB("MaxTRESMins"),
    MAX_TRES_PER_NODE("MaxTRESPerNode"),
    MIN_TRES_PER_JOB("MinTRES"),
    /** Time limit of each job, in minutes. */
    MAX_WALL("MaxWall");

    private final String label;

    LimitKind(String label) {
        this.label = label;
    }

    /** Returns the name of the limit in sacctmgr. */
    public String label() {
        return label;
    }
}
