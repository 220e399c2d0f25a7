/**
 * Lists and watches what Kubernetes knows of a Slurm cluster, as a stream and without a Kubernetes library: what is kept
 * is a few hundred bytes per pod.
 */
@NullMarked
package dev.sluice.exporter.kubernetes;

import org.jspecify.annotations.NullMarked;
