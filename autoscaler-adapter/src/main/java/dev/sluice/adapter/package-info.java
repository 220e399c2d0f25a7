/** The autoscaler adapter's entry point. */
@NullMarked
package dev.sluice.adapter;

import org.jspecify.annotations.NullMarked;
