/** What {@code sluice doctor} says of a cluster that has been read once. */
@NullMarked
package dev.sluice.exporter.doctor;

import org.jspecify.annotations.NullMarked;
