package dev.sluice.exporter.model.accounting;

/** The kinds of QOS and account limits whose usage can be computed. */
public enum LimitKind {
    GRP_TRES("GrpTRES"),
    GRP_JOBS("GrpJobs"),
    GRP_SUBMIT("GrpSubmit"),
    MAX_TRES_PER_USER("MaxTRESPU"),
    MAX_JOBS_PER_USER("MaxJobsPU"),
    MAX_SUBMIT_PER_USER("MaxSubmitPU"),
    MAX_TRES_PER_ACCOUNT("MaxTRESPA"),
    MAX_JOBS_PER_ACCOUNT("MaxJobsPA"),
    MAX_SUBMIT_PER_ACCOUNT("MaxSubmitPA");

    private final String label;

    LimitKind(String label) {
        this.label = label;
    }

    /** Returns sacctmgr's name. */
    public String label() {
        return label;
    }
}
