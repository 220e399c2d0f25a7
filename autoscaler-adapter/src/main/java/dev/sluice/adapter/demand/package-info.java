/** The demand that the exporters report, and the decision whether this demand is trusted. */
@NullMarked
package dev.sluice.adapter.demand;

import org.jspecify.annotations.NullMarked;
