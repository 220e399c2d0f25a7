/** The systems that run slurmd pods on Kubernetes: one class for each system. */
@NullMarked
package dev.sluice.exporter.kubernetes.system;

import org.jspecify.annotations.NullMarked;
