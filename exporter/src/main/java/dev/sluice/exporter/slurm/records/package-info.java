/** Keeps the records of an answer, and what the next answer shares with it. */
@NullMarked
package dev.sluice.exporter.slurm.records;

import org.jspecify.annotations.NullMarked;
