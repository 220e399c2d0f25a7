package dev.sluice.exporter.model.kubernetes;

import dev.sluice.exporter.model.Labeled;
import java.util.Set;

/**
 * The minimum and maximum replicas of an autoscaler's target. KEDA creates an HPA for each ScaledObject, and an HPA
 * cannot specify 0 replicas. If a target has an HPA and a ScaledObject, the ScaledObject's limits apply.
 *
 * @param paused directions in which the autoscaler does not change the replicas, because a person paused it
 */
public record ScaleLimit(
        String namespace,
        String targetApiVersion,
        String targetKind,
        String targetName,
        int min,
        int max,
        Set<Direction> paused) {

    public ScaleLimit {
        paused = Set.copyOf(paused);
    }

    public enum Direction implements Labeled {
        UP,
        DOWN
    }

    /** Returns whether the target is this NodeSet. An autoscaler may name another version of the same kind. */
    public boolean targets(NodeSet set) {
        return namespace.equals(set.namespace())
                && targetName.equals(set.name())
                && targetKind.equals(set.kind())
                && group(targetApiVersion).equals(group(set.apiVersion()));
    }

    private static String group(String apiVersion) {
        int slash = apiVersion.indexOf('/');
        return slash < 0 ? "" : apiVersion.substring(0, slash);
    }
}
