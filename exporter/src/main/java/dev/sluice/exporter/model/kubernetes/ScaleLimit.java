package dev.sluice.exporter.model.kubernetes;

/**
 * Between which numbers an autoscaler may set the replicas of something. KEDA makes an HPA for each of its
 * ScaledObjects, which cannot say 0: where both are there, the ScaledObject's numbers hold.
 *
 * @param source what sets the limit
 * @param namespace namespace of the source and of its target
 * @param name name of the source
 * @param targetApiVersion group and version of the target
 * @param targetKind kind of the target
 * @param targetName name of the target
 * @param min least number of replicas
 * @param max largest number of replicas
 * @param scaledObject name of the ScaledObject for which KEDA made this HPA; empty where it is nobody's
 */
public record ScaleLimit(
        Source source,
        String namespace,
        String name,
        String targetApiVersion,
        String targetKind,
        String targetName,
        int min,
        int max,
        String scaledObject) {

    /** The kinds of object that limit a scale. */
    public enum Source {
        /** HorizontalPodAutoscaler of {@code autoscaling/v2}. */
        HPA,
        /** ScaledObject of {@code keda.sh/v1alpha1}. */
        SCALED_OBJECT
    }
}
