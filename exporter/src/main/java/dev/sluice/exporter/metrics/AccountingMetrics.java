package dev.sluice.exporter.metrics;

import dev.sluice.exporter.derive.AccountGpus;
import dev.sluice.exporter.derive.FairShares;
import dev.sluice.exporter.derive.LimitUse.ShownLimits;
import dev.sluice.exporter.derive.LimitUse.Used;
import dev.sluice.exporter.metrics.Section.Listed;
import dev.sluice.exporter.metrics.SeriesOverLimit.Kind;
import dev.sluice.exporter.model.SlurmSource;
import dev.sluice.exporter.model.accounting.Share;
import java.util.List;
import java.util.Map;

/** The metrics of fair-share and of limits. */
public final class AccountingMetrics {

    private AccountingMetrics() {}

    /** The metrics of fair-share. */
    public record Shares(String cluster, FairShares shares) {

        private static final Scope<Shares, FairShares> CLUSTER = Scope.<Shares>of("cluster, for its scheduler")
                .by("cluster", Shares::cluster)
                .map(Shares::shares);
        private static final Scope<Shares, Share> ACCOUNT = CLUSTER.each(
                        "account, fair-share, up to `metrics.topAccounts`", FairShares::accounts)
                .by("account", Share::account);
        private static final Scope<Shares, Share> USER = CLUSTER.each(
                        "user in an account, fair-share, up to `metrics.topUsers`", FairShares::users)
                .by("account", Share::account)
                .by("user", Share::user);

        private static final Scope<Listed<AccountGpus>, AccountGpus> GPU_ACCOUNT = Listed.<AccountGpus>scope(
                        "account with deserved GPUs, up to `metrics.topAccounts`")
                .by("account", AccountGpus::account);

        public static final Section<Listed<AccountGpus>> GPUS = Section.of(
                "GPUs by fair-share",
                SlurmSource.SHARES.label(),
                "The top accounts by GPUs, each with its child accounts as in sshare.",
                GPU_ACCOUNT
                        .gauge("slurm_fairshare_account_deserved_gpus")
                        .help(
                                "Part of the allocated and idle GPUs that the account's shares give; with inherited shares, that of its parent.")
                        .value(AccountGpus::deserved),
                GPU_ACCOUNT
                        .gauge("slurm_fairshare_account_held_gpus")
                        .help("GPUs allocated to running and suspended jobs of the account.")
                        .value(AccountGpus::held),
                GPU_ACCOUNT
                        .gauge("slurm_fairshare_account_over_quota_gpus")
                        .help("Held GPUs beyond the deserved ones.")
                        .value(AccountGpus::overQuota));

        public static final Section<Shares> SECTION = Section.of(
                "Fair-share",
                SlurmSource.SHARES.label(),
                "The top accounts and users by usage (`metrics.topAccounts`, `metrics.topUsers`), without `other`. "
                        + "Ratios and factors are 0 to 1.",
                ACCOUNT.gauge("slurm_fairshare_account_shares")
                        .help("Configured shares of an account; absent if inherited.")
                        .optional(share -> share.shares().stream()),
                ACCOUNT.gauge("slurm_fairshare_account_shares_ratio")
                        .help(
                                "An account's part of the shares under its parent; with the classic algorithm, of all shares.")
                        .reported(share -> share.sharesRatio().stream()),
                ACCOUNT.seconds("slurm_fairshare_account_usage_seconds")
                        .help("Decayed usage of an account in seconds of billed resources.")
                        .value(Share::usage),
                ACCOUNT.gauge("slurm_fairshare_account_usage_ratio")
                        .help("Effective usage of an account; with Fair Tree, part of its parent's usage.")
                        .reported(share -> share.usageRatio().stream()),
                ACCOUNT.gauge("slurm_fairshare_account_level")
                        .help("An account's shares divided by usage (LevelFS): above 1, usage is below shares.")
                        .optional(share -> share.level().stream()),
                ACCOUNT.gauge("slurm_fairshare_account_factor")
                        .help("An account's fair-share factor, with the classic algorithm.")
                        .optional(share -> share.factor().stream()),
                USER.gauge("slurm_fairshare_user_factor")
                        .help("Fair-share factor of a user.")
                        .reported(share -> share.factor().stream()),
                USER.gauge("slurm_fairshare_user_shares_ratio")
                        .help("A user's part of the shares in the account.")
                        .reported(share -> share.sharesRatio().stream()),
                USER.seconds("slurm_fairshare_user_usage_seconds")
                        .help("Decayed usage of a user in seconds of billed resources.")
                        .value(Share::usage),
                USER.gauge("slurm_fairshare_user_usage_ratio")
                        .help("A user's part of the account's usage.")
                        .reported(share -> share.usageRatio().stream()));
    }

    /**
     * The metrics of QOS or account limits and their usage.
     *
     * @param kind QOS limits or account limits
     */
    public record Limits(String cluster, ShownLimits limits, Kind kind) implements MetricBatch {

        private static final Scope<Limits, OneLimit> QOS =
                limits("limit of a QOS, up to `metrics.queues` QOS", "qos", Kind.QOS_LIMIT);
        private static final Scope<Limits, OneLimit> ACCOUNT =
                limits("limit of an account, up to `metrics.topAccounts` accounts", "account", Kind.ACCOUNT_LIMIT);

        public static final Section<Limits> SECTION = Section.of(
                "Limits",
                SlurmSource.QOS.label(),
                "Only limits that are set. `limit` is `GrpTRES`, `GrpJobs`, `GrpSubmit`, and for a QOS also "
                        + "`MaxTRESPU`, `MaxJobsPU`, `MaxSubmitPU`, `MaxTRESPA`, `MaxJobsPA` and `MaxSubmitPA`; `tres` "
                        + "only for a limit on a resource. Billing and energy have only the limit. Up to "
                        + "`metrics.topAccounts` accounts and `metrics.queues` QOS, those nearest to a limit first.",
                QOS.gauge("slurm_qos_limit")
                        .help("Limit of a QOS, under sacctmgr's name; memory is in bytes.")
                        .value(one -> one.limit.limit().most()),
                QOS.gauge("slurm_qos_used")
                        .help("Usage of slurm_qos_limit; for a limit per user or account, the highest usage.")
                        .optional(one -> one.limit.used().stream()),
                ACCOUNT.gauge("slurm_account_limit")
                        .help(
                                "Limit of an account including its child accounts, under sacctmgr's name; memory is in bytes.")
                        .value(one -> one.limit.limit().most()),
                ACCOUNT.gauge("slurm_account_used")
                        .help("Usage of slurm_account_limit.")
                        .optional(one -> one.limit.used().stream()));

        private record OneLimit(String of, Used limit) {}

        private static Scope<Limits, OneLimit> limits(String unit, String label, Kind wanted) {
            return Scope.cluster(Limits::cluster)
                    .each(unit, metrics -> metrics.limits(wanted))
                    .by(label, OneLimit::of)
                    .by("limit", one -> one.limit.limit().kind().label())
                    .by("tres", one -> one.limit.limit().tres());
        }

        private List<OneLimit> limits(Kind wanted) {
            return limits.limits().entrySet().stream()
                    .filter(unused -> kind == wanted)
                    .flatMap(of -> of.getValue().stream().map(limit -> new OneLimit(of.getKey(), limit)))
                    .toList();
        }

        @Override
        public void forEach(MetricVisitor visitor) {
            SECTION.emit(this, visitor);
            new SeriesOverLimit(cluster, Map.of(kind, limits.folded())).forEach(visitor);
        }
    }
}
