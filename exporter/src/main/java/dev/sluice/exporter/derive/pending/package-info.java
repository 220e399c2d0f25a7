/**
 * Finds the obstacles of a pending job (limits, other jobs, licenses, reservations, nodes), and changes that would
 * help.
 */
@NullMarked
package dev.sluice.exporter.derive.pending;

import org.jspecify.annotations.NullMarked;
