/** The exporter's entry point, its command line, and the classes that connect all components. */
@NullMarked
package dev.sluice.exporter;

import org.jspecify.annotations.NullMarked;
