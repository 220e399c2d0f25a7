/** The sources of one Slurm cluster: requests to slurmrestd, API version negotiation, and the results of responses. */
@NullMarked
package dev.sluice.exporter.slurm;

import org.jspecify.annotations.NullMarked;
