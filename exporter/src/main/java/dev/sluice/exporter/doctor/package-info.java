/** The checks of {@code sluice doctor} on a cluster that has been read once. */
@NullMarked
package dev.sluice.exporter.doctor;

import org.jspecify.annotations.NullMarked;
