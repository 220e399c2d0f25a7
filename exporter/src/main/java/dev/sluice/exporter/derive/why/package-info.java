/** What a single job waits for, in words for people. */
@NullMarked
package dev.sluice.exporter.derive.why;

import org.jspecify.annotations.NullMarked;
