/** What the exporters say that is needed, which of it can be trusted at the moment, and why not. */
@NullMarked
package dev.sluice.adapter.demand;

import org.jspecify.annotations.NullMarked;
