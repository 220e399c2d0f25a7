/** What stands in the way of one pending job: limits, other jobs, licences, reservations, nodes; and what would help. */
@NullMarked
package dev.sluice.exporter.derive.pending;

import org.jspecify.annotations.NullMarked;
