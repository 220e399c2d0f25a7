/** Jobs: state, request, shape, array tasks, and the compact table of many jobs. */
@NullMarked
package dev.sluice.exporter.model.job;

import org.jspecify.annotations.NullMarked;
