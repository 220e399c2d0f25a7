/** The versions of the slurmrestd API, and the members of records that each has. */
@NullMarked
package dev.sluice.exporter.slurm.schema;

import org.jspecify.annotations.NullMarked;
