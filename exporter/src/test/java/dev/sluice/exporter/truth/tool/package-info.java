/** The output of Slurm's own tools. No code of the exporter counts the values. */
@NullMarked
package dev.sluice.exporter.truth.tool;

import org.jspecify.annotations.NullMarked;
