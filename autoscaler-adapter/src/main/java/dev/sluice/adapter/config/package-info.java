/** The settings from flags and environment variables, checked together. */
@NullMarked
package dev.sluice.adapter.config;

import org.jspecify.annotations.NullMarked;
