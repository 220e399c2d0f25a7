/** The checks of {@code sluice doctor} on a cluster whose sources have been read once. */
@NullMarked
package dev.sluice.exporter.doctor;

import org.jspecify.annotations.NullMarked;
