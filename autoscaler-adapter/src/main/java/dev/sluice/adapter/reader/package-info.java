/** Reads the demand of the exporters. */
@NullMarked
package dev.sluice.adapter.reader;

import org.jspecify.annotations.NullMarked;
