/** Logging of both programs: SLF4J key-values on Logback, one line per event. */
@NullMarked
package dev.sluice.common.log;

import org.jspecify.annotations.NullMarked;
