/** Reads the utilization of GPUs, which Slurm does not measure, from a Prometheus that scrapes dcgm-exporter. */
@NullMarked
package dev.sluice.exporter.utilization;

import org.jspecify.annotations.NullMarked;
