/** Arguments, version, and shutdown of the process, for the entry points of both programs. */
@NullMarked
package dev.sluice.common.cli;

import org.jspecify.annotations.NullMarked;
