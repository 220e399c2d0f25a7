/** The GPUs of Kubernetes nodes by owner: Slurm's jobs, slurmd pods, other pods, or none. */
@NullMarked
package dev.sluice.exporter.derive.machine;

import org.jspecify.annotations.NullMarked;
