/** The demand that the exporters report. */
@NullMarked
package dev.sluice.adapter.demand;

import org.jspecify.annotations.NullMarked;
