package dev.sluice.simulator.kubernetes.hpa;

import java.util.ArrayList;
import java.util.List;

/** How far the policies let the replicas go now, from what has been changed lately. */
final class RateLimits {
    private record Step(long at, int replicas) {}

    private final List<Step> added = new ArrayList<>();
    private final List<Step> removed = new ArrayList<>();

    /** Notes a change of the spec. */
    void changed(int from, int to, long now, AutoscalerSpec spec) {
        forget(added, now, spec.up());
        forget(removed, now, spec.down());
        if (to > from) {
            added.add(new Step(now, to - from));
        } else if (to < from) {
            removed.add(new Step(now, from - to));
        }
    }

    private static void forget(List<Step> steps, long now, ScalingRules rules) {
        int longest = rules.policies().stream()
                .mapToInt(ScalingPolicy::periodSeconds)
                .max()
                .orElse(0);
        steps.removeIf(step -> step.at() < now - longest);
    }

    int highest(int current, ScalingRules rules, long now) {
        boolean smallest = rules.select() == ScalingRules.Select.MIN;
        if (rules.select() == ScalingRules.Select.DISABLED) {
            return current;
        }
        int limit = smallest ? Integer.MAX_VALUE : Integer.MIN_VALUE;
        for (ScalingPolicy policy : rules.policies()) {
            int before = periodStart(current, policy, now);
            int proposed = policy.type() == ScalingPolicy.Type.PODS
                    ? before + policy.value()
                    : (int) Math.ceil(before * (1 + policy.value() / 100.0));
            limit = smallest ? Math.min(limit, proposed) : Math.max(limit, proposed);
        }
        // What was added in the period counts until it is over.
        return Math.max(limit, current);
    }

    int lowest(int current, ScalingRules rules, long now) {
        boolean smallest = rules.select() == ScalingRules.Select.MIN;
        if (rules.select() == ScalingRules.Select.DISABLED) {
            return current;
        }
        int limit = smallest ? Integer.MIN_VALUE : Integer.MAX_VALUE;
        for (ScalingPolicy policy : rules.policies()) {
            int before = periodStart(current, policy, now);
            int proposed = policy.type() == ScalingPolicy.Type.PODS
                    ? before - policy.value()
                    : (int) (before * (1 - policy.value() / 100.0));
            limit = smallest ? Math.max(limit, proposed) : Math.min(limit, proposed);
        }
        return Math.min(limit, current);
    }

    private int periodStart(int current, ScalingPolicy policy, long now) {
        long since = now - policy.periodSeconds();
        return current - sum(added, since) + sum(removed, since);
    }

    private static int sum(List<Step> steps, long since) {
        return steps.stream()
                .filter(step -> step.at() > since)
                .mapToInt(Step::replicas)
                .sum();
    }
}
