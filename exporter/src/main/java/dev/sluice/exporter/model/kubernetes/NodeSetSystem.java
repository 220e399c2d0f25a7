package dev.sluice.exporter.model.kubernetes;

import java.util.Optional;

/**
 * A system that runs slurmd pods on Kubernetes, with the properties that do not depend on Kubernetes' objects.
 *
 * @param label name in source names, such as {@code slinky}
 * @param marksNodes true if the operator writes the NodeSet into the comment and the features of each Slurm node
 * @param removesIdleFirst true if a smaller NodeSet loses idle nodes first; false if it loses the highest ordinals
 * @param fixedSize why the replicas of the NodeSets cannot be changed; empty if they can be changed
 */
public record NodeSetSystem(String label, boolean marksNodes, boolean removesIdleFirst, Optional<String> fixedSize) {}
