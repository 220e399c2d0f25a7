/** What slurmctld and slurmdbd report on a cluster, except jobs and nodes, and the snapshot of a cluster. */
@NullMarked
package dev.sluice.exporter.model.cluster;

import org.jspecify.annotations.NullMarked;
