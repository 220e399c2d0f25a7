/** The output of Slurm's own tools, counted without any code of the exporter. */
@NullMarked
package dev.sluice.exporter.truth.tool;

import org.jspecify.annotations.NullMarked;
