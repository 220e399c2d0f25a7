/** Jobs: state, request, shape, array tasks, and the pending reasons with their classes and explanations. */
@NullMarked
package dev.sluice.exporter.model.job;

import org.jspecify.annotations.NullMarked;
