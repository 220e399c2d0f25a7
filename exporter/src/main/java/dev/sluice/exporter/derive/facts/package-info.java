/** Counters that outlive Slurm's resets, fair-share of the largest, and limits beside what is used of them. */
@NullMarked
package dev.sluice.exporter.derive.facts;

import org.jspecify.annotations.NullMarked;
