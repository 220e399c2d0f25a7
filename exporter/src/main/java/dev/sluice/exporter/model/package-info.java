/**
 * What Slurm and Kubernetes said at one instant, as compact immutable values. Imports nothing but {@code java.*}.
 */
@NullMarked
package dev.sluice.exporter.model;

import org.jspecify.annotations.NullMarked;
