/** Running jobs that hold more resources of GPU nodes than they need, as far as Slurm's data shows. */
@NullMarked
package dev.sluice.exporter.derive.waste;

import org.jspecify.annotations.NullMarked;
