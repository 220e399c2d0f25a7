package dev.sluice.exporter.model.kubernetes;

/**
 * Between which numbers an autoscaler may set the replicas of something. KEDA makes an HPA for each of its
 * ScaledObjects, which cannot say 0: where both are there, the ScaledObject's numbers hold.
 *
 * @param namespace namespace of the target
 * @param targetApiVersion group and version of the target
 * @param targetKind kind of the target
 * @param targetName name of the target
 * @param min least number of replicas
 * @param max largest number of replicas
 */
public record ScaleLimit(
        String namespace, String targetApiVersion, String targetKind, String targetName, int min, int max) {

    /** The kinds of object that limit a scale. */
    public enum Source {
        /** HorizontalPodAutoscaler of {@code autoscaling/v2}. */
        HPA,
        /** ScaledObject of {@code keda.sh/v1alpha1}. */
        SCALED_OBJECT
    }

    /** Whether the target is this NodeSet. An autoscaler may name another version of the same kind. */
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
