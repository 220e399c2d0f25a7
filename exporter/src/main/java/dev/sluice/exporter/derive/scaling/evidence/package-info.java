/**
 * Detects contradictions between Slurm and the model: jobs that wait for nodes although the model finds room for the
 * jobs.
 */
@NullMarked
package dev.sluice.exporter.derive.scaling.evidence;

import org.jspecify.annotations.NullMarked;
