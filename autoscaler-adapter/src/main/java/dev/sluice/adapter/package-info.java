/** The autoscaler adapter: entry point, command line, logging, and the creation of its components. */
@NullMarked
package dev.sluice.adapter;

import org.jspecify.annotations.NullMarked;
