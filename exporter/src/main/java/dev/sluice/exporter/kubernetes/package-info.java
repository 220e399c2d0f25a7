/**
 * Lists and watches the Kubernetes objects of a Slurm cluster as a stream, without a Kubernetes library: keeps a few
 * hundred bytes per pod.
 */
@NullMarked
package dev.sluice.exporter.kubernetes;

import org.jspecify.annotations.NullMarked;
