/** Settings from flags and environment, checked as a whole. */
@NullMarked
package dev.sluice.adapter.config;

import org.jspecify.annotations.NullMarked;
