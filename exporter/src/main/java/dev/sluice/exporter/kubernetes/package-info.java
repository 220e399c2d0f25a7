/**
 * Lists and watches the Kubernetes objects of a Slurm cluster, with the HTTP client of fabric8. Reads responses as
 * streams, and keeps about 1 kB per pod. One class for each system of NodeSets.
 */
@NullMarked
package dev.sluice.exporter.kubernetes;

import org.jspecify.annotations.NullMarked;
