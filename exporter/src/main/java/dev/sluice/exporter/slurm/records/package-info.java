/** Keeps the records of a response and the data that the next response shares with them. */
@NullMarked
package dev.sluice.exporter.slurm.records;

import org.jspecify.annotations.NullMarked;
