/** Asks the exporters for their demand, for ever. */
@NullMarked
package dev.sluice.adapter.reader;

import org.jspecify.annotations.NullMarked;
