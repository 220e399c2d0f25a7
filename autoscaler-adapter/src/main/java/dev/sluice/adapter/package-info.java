/** The autoscaler adapter: entry point, command line, logging, and the place where its parts are put together. */
@NullMarked
package dev.sluice.adapter;

import org.jspecify.annotations.NullMarked;
