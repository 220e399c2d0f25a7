package dev.sluice.exporter.derive.accounting;

import dev.sluice.exporter.model.accounting.Share;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/** The tree of accounts in slurmctld's shares. */
final class ShareTree {

    private static final String ROOT = "root";

    private final SortedMap<String, Share> accounts = new TreeMap<>();

    ShareTree(Collection<Share> shares) {
        shares.stream().filter(share -> share.user().isEmpty()).forEach(share -> accounts.put(share.account(), share));
    }

    Set<String> accounts() {
        return accounts.keySet();
    }

    /**
     * Returns an account and its parents, up to the account root; empty if one of these accounts is unknown, for example
     * because of {@code PrivateData}.
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
     * inherits the shares of its parent has the fraction of the parent, because Slurm moves its child accounts to the
     * parent.
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
     * Returns true if NormShares is a fraction of all shares of the cluster (classic algorithm), false if NormShares is
     * a fraction of the shares under the parent (Fair Tree). NormShares of the account root is 1 in the classic algorithm, and
     * nearly 0 in Fair Tree.
     */
    private static boolean relativeToRoot(List<Share> path) {
        return root(path).sharesRatio().orElse(0) == 1;
    }
}
