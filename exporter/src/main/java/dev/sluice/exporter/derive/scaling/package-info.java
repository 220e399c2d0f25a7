/** Computes and explains the desired size of every scaling target: a pure function of one snapshot of the cluster. */
@NullMarked
package dev.sluice.exporter.derive.scaling;

import org.jspecify.annotations.NullMarked;
