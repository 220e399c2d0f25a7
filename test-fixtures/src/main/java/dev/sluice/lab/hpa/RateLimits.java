package dev.sluice.lab.hpa;

import dev.sluice.lab.hpa.ScalingRules.Policy;
import dev.sluice.lab.hpa.ScalingRules.Select;
import java.util.ArrayList;
import java.util.List;

/** Computes the range of replicas that the policies allow now, from the changes within their periods. */
final class RateLimits {

    /** Kubernetes' maximum of {@code periodSeconds}. */
    private static final long MAX_PERIOD = 1_800;

    private record Change(long at, int replicas) {}

    private final List<Change> changes = new ArrayList<>();

    /** Records a change of the spec. */
    void changed(long now, int from, int to) {
        changes.removeIf(change -> change.at() < now - MAX_PERIOD);
        changes.add(new Change(now, to - from));
    }

    /** Returns the maximum replicas now. Replicas that were added within the period count until the period ends. */
    int highest(long now, int current, ScalingRules rules) {
        if (rules.select() == Select.DISABLED) {
            return current;
        }
        boolean least = rules.select() == Select.MIN;
        int limit = least ? Integer.MAX_VALUE : Integer.MIN_VALUE;
        for (Policy policy : rules.policies()) {
            int start = atStartOf(policy, now, current);
            int allowed =
                    policy.percent() ? (int) Math.ceil(start * (1 + policy.amount() / 100.0)) : start + policy.amount();
            limit = least ? Math.min(limit, allowed) : Math.max(limit, allowed);
        }
        return Math.max(limit, current);
    }

    /** Returns the minimum replicas now. */
    int lowest(long now, int current, ScalingRules rules) {
        if (rules.select() == Select.DISABLED) {
            return current;
        }
        boolean least = rules.select() == Select.MIN;
        int limit = least ? Integer.MIN_VALUE : Integer.MAX_VALUE;
        for (Policy policy : rules.policies()) {
            int start = atStartOf(policy, now, current);
            int allowed = policy.percent() ? (int) (start * (1 - policy.amount() / 100.0)) : start - policy.amount();
            limit = least ? Math.max(limit, allowed) : Math.min(limit, allowed);
        }
        return Math.min(limit, current);
    }

    private int atStartOf(Policy policy, long now, int current) {
        return current
                - changes.stream()
                        .filter(change -> change.at() > now - policy.period())
                        .mapToInt(Change::replicas)
                        .sum();
    }
}
