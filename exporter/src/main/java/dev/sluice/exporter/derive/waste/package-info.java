/** Running jobs that hold more of GPU nodes than they need, as far as Slurm alone knows. */
@NullMarked
package dev.sluice.exporter.derive.waste;

import org.jspecify.annotations.NullMarked;
