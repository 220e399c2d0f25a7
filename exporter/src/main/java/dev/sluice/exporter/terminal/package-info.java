/**
 * Commands that query a running exporter over HTTP: {@code explain}, {@code why}, {@code queue}, {@code nodes},
 * {@code helm test}.
 */
@NullMarked
package dev.sluice.exporter.terminal;

import org.jspecify.annotations.NullMarked;
