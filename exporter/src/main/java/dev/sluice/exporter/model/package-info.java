/**
 * The state of Slurm and Kubernetes at one instant, as compact immutable values. Depends on no other package of the
 * exporter.
 */
@NullMarked
package dev.sluice.exporter.model;

import org.jspecify.annotations.NullMarked;
