/** Keeps the records of a response, and the data that the records share with the next response. */
@NullMarked
package dev.sluice.exporter.slurm.records;

import org.jspecify.annotations.NullMarked;
