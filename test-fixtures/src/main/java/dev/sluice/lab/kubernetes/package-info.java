/**
 * Models of Kubernetes without a clock or a wire format: a HorizontalPodAutoscaler, and a NodeSet under slurm-operator
 * with its pods, nodes and scale-in.
 */
@NullMarked
package dev.sluice.lab.kubernetes;

import org.jspecify.annotations.NullMarked;
