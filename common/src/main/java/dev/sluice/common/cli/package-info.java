/** What the entry points of both programs share: arguments, version, the end of the process. */
@NullMarked
package dev.sluice.common.cli;

import org.jspecify.annotations.NullMarked;
