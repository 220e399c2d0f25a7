/** The HTTP API for health, status and people. */
@NullMarked
package dev.sluice.exporter.api;

import org.jspecify.annotations.NullMarked;
