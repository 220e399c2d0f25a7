package dev.sluice.common.hpa;

import dev.sluice.common.hpa.ScalingRules.Policy;
import dev.sluice.common.hpa.ScalingRules.Select;
import java.util.ArrayList;
import java.util.List;

/** How far the policies let the replicas go now, from the changes of their periods. */
final class RateLimits {

    /** The longest {@code periodSeconds} that Kubernetes accepts. */
    private static final long MAX_PERIOD = 1_800;

    private record Change(long at, int replicas) {}

    private final List<Change> changes = new ArrayList<>();

    /** Remembers a change of the spec. */
    void changed(long now, int from, int to) {
        changes.removeIf(change -> change.at() < now - MAX_PERIOD);
        changes.add(new Change(now, to - from));
    }

    /** The most replicas now; those that were added in the period count until it is over. */
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

    /** The fewest replicas now. */
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
