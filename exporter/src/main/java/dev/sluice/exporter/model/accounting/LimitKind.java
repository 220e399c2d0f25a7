package dev.sluice.exporter.model.accounting;

/** The kinds of QOS limits and account limits for which the exporter can compute the use. */
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

    /** Returns the name of the limit in sacctmgr. */
    public String label() {
        return label;
    }
}
