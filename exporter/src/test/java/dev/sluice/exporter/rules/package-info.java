/** Tests that keep alerts, recording rules and everything else that queries our metrics correct. */
@NullMarked
package dev.sluice.exporter.rules;

import org.jspecify.annotations.NullMarked;
