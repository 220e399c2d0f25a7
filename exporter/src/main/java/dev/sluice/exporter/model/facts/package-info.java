/** What Slurm says of itself beside nodes, partitions and jobs: scheduler, licences, reservations, accounting. */
@NullMarked
package dev.sluice.exporter.model.facts;

import org.jspecify.annotations.NullMarked;
