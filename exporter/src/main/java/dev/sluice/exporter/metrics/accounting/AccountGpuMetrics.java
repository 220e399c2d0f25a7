package dev.sluice.exporter.metrics.accounting;

import dev.sluice.exporter.derive.accounting.AccountGpus;
import dev.sluice.exporter.metrics.family.Scope;
import dev.sluice.exporter.metrics.family.Section;
import dev.sluice.exporter.model.SlurmSource;
import java.util.List;

/**
 * The metrics of the GPUs that accounts deserve and hold.
 *
 * @param accounts the accounts within the cardinality limit; empty if the cluster has no GPUs
 */
public record AccountGpuMetrics(String cluster, List<AccountGpus> accounts) {

    private static final Scope<AccountGpuMetrics, AccountGpus> ACCOUNT = Scope.cluster(AccountGpuMetrics::cluster)
            .each("account with deserved GPUs, up to `metrics.topAccounts`", AccountGpuMetrics::accounts)
            .by("account", AccountGpus::account);

    public static final Section<AccountGpuMetrics> SECTION = Section.of(
            "GPUs by fair-share",
            SlurmSource.SHARES.label(),
            "The top accounts by GPUs, each with its child accounts as in sshare.",
            ACCOUNT.gauge("slurm_fairshare_account_deserved_gpus")
                    .help(
                            "Part of the allocated and idle GPUs that the account's shares give; with inherited shares, that of its parent.")
                    .value(AccountGpus::deserved),
            ACCOUNT.gauge("slurm_fairshare_account_held_gpus")
                    .help("GPUs allocated to running and suspended jobs of the account.")
                    .value(AccountGpus::held),
            ACCOUNT.gauge("slurm_fairshare_account_over_quota_gpus")
                    .help("Held GPUs beyond the deserved ones.")
                    .value(AccountGpus::overQuota));
}
