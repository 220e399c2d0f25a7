/** Declares the keys of the file once, for the loader, the effective configuration and the reference. */
@NullMarked
package dev.sluice.exporter.config.schema;

import org.jspecify.annotations.NullMarked;
