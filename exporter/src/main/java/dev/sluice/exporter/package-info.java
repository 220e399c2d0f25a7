/** The exporter's entry point and the one class that wires it together. */
@NullMarked
package dev.sluice.exporter;

import org.jspecify.annotations.NullMarked;
