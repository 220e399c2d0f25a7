/** The exporter's entry point, and the class that connects all components. */
@NullMarked
package dev.sluice.exporter;

import org.jspecify.annotations.NullMarked;
