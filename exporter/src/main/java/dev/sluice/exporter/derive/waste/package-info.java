/** Running jobs that hold more resources of GPU nodes than they need, according to Slurm's data. */
@NullMarked
package dev.sluice.exporter.derive.waste;

import org.jspecify.annotations.NullMarked;
