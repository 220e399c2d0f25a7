/** Keeps the usage of each cluster in a file for the next start. */
@NullMarked
package dev.sluice.exporter.state;

import org.jspecify.annotations.NullMarked;
