package dev.sluice.exporter.derive.accounting;

import dev.sluice.exporter.derive.Capacity;
import dev.sluice.exporter.derive.SeriesBudget;
import dev.sluice.exporter.model.Amounts;
import dev.sluice.exporter.model.accounting.Share;
import dev.sluice.exporter.model.job.Job;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The GPUs of an account, including its child accounts.
 *
 * @param account published name of the account
 * @param deserved the account's share of the available GPUs
 * @param held GPUs allocated to running and suspended jobs
 */
public record AccountGpus(String account, double deserved, long held) {

    /** The order within the cardinality limit: the accounts with the most GPUs, held or deserved, first. */
    private static final Comparator<AccountGpus> MOST = Comparator.comparingDouble(
                    (AccountGpus one) -> Math.max(one.deserved, one.held))
            .reversed()
            .thenComparing(AccountGpus::account);

    /**
     * Returns the GPUs of the accounts within the cardinality limit; empty without GPUs or shares. Available GPUs are
     * allocated or idle. Unavailable GPUs do not count, because no account can hold these GPUs.
     */
    public static List<AccountGpus> of(
            Collection<Share> shares, Collection<Job> jobs, Capacity capacity, SeriesBudget budget) {
        long available = capacity.allocatedGpus().total() + capacity.idleGpus().total();
        if (shares.isEmpty() || (available == 0 && capacity.unavailableGpus().isEmpty())) {
            return List.of();
        }
        ShareTree tree = new ShareTree(shares);
        Map<String, Long> held = held(tree, jobs);
        List<AccountGpus> all = new ArrayList<>();
        for (String account : tree.accounts()) {
            budget.accountNames()
                    .shown(account)
                    .ifPresent(name -> tree.ratio(account)
                            .ifPresent(ratio ->
                                    all.add(new AccountGpus(name, ratio * available, held.getOrDefault(account, 0L)))));
        }
        return SeriesBudget.keep(all, MOST, unused -> 1, budget.accounts()).kept();
    }

    private static Map<String, Long> held(ShareTree tree, Collection<Job> jobs) {
        Map<String, Long> own = new HashMap<>();
        for (Job job : jobs) {
            if (job.allocated()) {
                own.merge(job.owner().account(), job.allocation().tres().gpus().total(), Amounts::sum);
            }
        }
        Map<String, Long> held = new HashMap<>();
        own.forEach((name, gpus) -> tree.path(name).forEach(share -> held.merge(share.account(), gpus, Amounts::sum)));
        return held;
    }

    /** Returns the held GPUs that the account does not deserve. */
    public double overQuota() {
        return Math.max(0, held - deserved);
    }
}
