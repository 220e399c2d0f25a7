/** Reads the demand of the exporters, and decides whether this demand is trusted. */
@NullMarked
package dev.sluice.adapter.demand;

import org.jspecify.annotations.NullMarked;
