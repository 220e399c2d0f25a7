/** Jobs: state, request, shape, array tasks, and the table that holds many of them. */
@NullMarked
package dev.sluice.exporter.model.job;

import org.jspecify.annotations.NullMarked;
