/** Counts job ends by node, and finds black holes. */
@NullMarked
package dev.sluice.exporter.derive.node;

import org.jspecify.annotations.NullMarked;
