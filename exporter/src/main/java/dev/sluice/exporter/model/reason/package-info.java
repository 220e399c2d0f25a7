/** Why jobs are pending: Slurm's reasons, each with its class, its rule for scaling and its words for people. */
@NullMarked
package dev.sluice.exporter.model.reason;

import org.jspecify.annotations.NullMarked;
