/** Tests that keep alerts, recording rules and everything else that queries our metrics true. */
@NullMarked
package dev.sluice.exporter.rules;

import org.jspecify.annotations.NullMarked;
