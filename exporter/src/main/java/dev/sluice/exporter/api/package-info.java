/** The HTTP API for health, status and the status page. */
@NullMarked
package dev.sluice.exporter.api;

import org.jspecify.annotations.NullMarked;
