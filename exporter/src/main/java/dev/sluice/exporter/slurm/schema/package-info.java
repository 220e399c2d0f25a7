/** The versions of the slurmrestd API and their record members. */
@NullMarked
package dev.sluice.exporter.slurm.schema;

import org.jspecify.annotations.NullMarked;
