package dev.sluice.exporter.metrics.cluster;

import dev.sluice.exporter.derive.accounting.AccountGpus;
import dev.sluice.exporter.derive.accounting.FairShares;
import dev.sluice.exporter.metrics.family.Listed;
import dev.sluice.exporter.metrics.family.Scope;
import dev.sluice.exporter.metrics.family.Section;
import dev.sluice.exporter.model.SlurmSource;
import dev.sluice.exporter.model.accounting.Share;

/** The metrics of fair-share. */
public record ShareMetrics(String cluster, FairShares shares) {

    private static final Scope<ShareMetrics, FairShares> CLUSTER = Scope.<ShareMetrics>of("cluster, for its scheduler")
            .by("cluster", ShareMetrics::cluster)
            .map(ShareMetrics::shares);
    private static final Scope<ShareMetrics, Share> ACCOUNT = CLUSTER.each(
                    "account, fair-share, up to `metrics.topAccounts`", FairShares::accounts)
            .by("account", Share::account);
    private static final Scope<ShareMetrics, Share> USER = CLUSTER.each(
                    "user in an account, fair-share, up to `metrics.topUsers`", FairShares::users)
            .by("account", Share::account)
            .by("user", Share::user);

    private static final Scope<Listed<AccountGpus>, AccountGpus> GPU_ACCOUNT = Listed.<AccountGpus>scope(
                    "account with deserved GPUs, up to `metrics.topAccounts`")
            .by("account", AccountGpus::account);

    /** The GPUs that accounts deserve and hold. */
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

    public static final Section<ShareMetrics> SECTION = Section.of(
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
