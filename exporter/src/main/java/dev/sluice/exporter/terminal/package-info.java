/** Commands that query a running exporter over HTTP. */
@NullMarked
package dev.sluice.exporter.terminal;

import org.jspecify.annotations.NullMarked;
