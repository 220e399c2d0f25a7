package dev.sluice.exporter.derive;

import dev.sluice.exporter.model.Amounts;
import dev.sluice.exporter.model.accounting.Share;
import dev.sluice.exporter.model.job.Job;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

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
        long available = capacity.gpus(Capacity.Split::allocated).total()
                + capacity.gpus(Capacity.Split::idle).total();
        if (shares.isEmpty() || capacity.gpus().isEmpty()) {
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

    /** The tree of accounts in slurmctld's shares. */
    private static final class ShareTree {

        private static final String ROOT = "root";

        private final SortedMap<String, Share> accounts = new TreeMap<>();

        ShareTree(Collection<Share> shares) {
            shares.stream()
                    .filter(share -> share.user().isEmpty())
                    .forEach(share -> accounts.put(share.account(), share));
        }

        Set<String> accounts() {
            return accounts.keySet();
        }

        /**
         * Returns an account and its parents, up to the account root; empty if one of these accounts is unknown, for
         * example because of {@code PrivateData}.
         */
        List<Share> path(String account) {
            List<Share> path = new ArrayList<>();
            Set<String> seen = new HashSet<>();
            Optional<Share> next = find(account);
            // The set ends the loop if the parents form a cycle.
            while (next.filter(share -> seen.add(share.account())).isPresent()) {
                path.add(next.get());
                next = find(next.get().parent());
            }
            boolean complete = !path.isEmpty() && root(path).account().equals(ROOT);
            return complete ? path : List.of();
        }

        private Optional<Share> find(String account) {
            return Optional.ofNullable(accounts.get(account));
        }

        private static Share root(List<Share> path) {
            return path.get(path.size() - 1);
        }

        /**
         * Returns the fraction of the cluster's resources that an account deserves; empty if unknown. An account that
         * inherits the shares of its parent has the fraction of the parent, because Slurm moves its child accounts to
         * the parent.
         */
        OptionalDouble ratio(String account) {
            List<Share> path = path(account);
            if (path.isEmpty()) {
                return OptionalDouble.empty();
            }
            double ratio = relativeToRoot(path)
                    ? ratio(path.get(0))
                    : path.stream()
                            .filter(share -> share.shares().isPresent())
                            .mapToDouble(ShareTree::ratio)
                            .reduce(1, (product, factor) -> product * factor);
            return Double.isNaN(ratio) ? OptionalDouble.empty() : OptionalDouble.of(ratio);
        }

        /** Returns NormShares, or NaN if unknown or impossible. */
        private static double ratio(Share share) {
            double ratio = share.sharesRatio().orElse(Double.NaN);
            return ratio >= 0 && ratio <= 1 ? ratio : Double.NaN;
        }

        /**
         * Returns true if NormShares is a fraction of all shares of the cluster (classic algorithm), false if
         * NormShares is a fraction of the shares under the parent (Fair Tree). NormShares of the account root is 1 in
         * the classic algorithm, and nearly 0 in Fair Tree.
         */
        private static boolean relativeToRoot(List<Share> path) {
            return root(path).sharesRatio().orElse(0) == 1;
        }
    }
}
