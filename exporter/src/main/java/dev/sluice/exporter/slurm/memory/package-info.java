/** Limits the memory of responses while the responses are read. */
@NullMarked
package dev.sluice.exporter.slurm.memory;

import org.jspecify.annotations.NullMarked;
