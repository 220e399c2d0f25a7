/** A Slurm controller as far as autoscaling can notice it: a queue, nodes, a scheduling cycle, reasons for waiting. */
@NullMarked
package dev.sluice.exporter.simulate.slurm;

import org.jspecify.annotations.NullMarked;
