/** Decodes the responses of slurmrestd into records of the model. */
@NullMarked
package dev.sluice.exporter.slurm.decode;

import org.jspecify.annotations.NullMarked;
