/** Slurm's pending reasons, each with its class, scaling rule and explanation. */
@NullMarked
package dev.sluice.exporter.model.reason;

import org.jspecify.annotations.NullMarked;
