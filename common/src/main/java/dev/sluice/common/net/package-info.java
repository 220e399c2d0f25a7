/** Limits of the connections that servers accept, and pauses between the attempts of clients. */
@NullMarked
package dev.sluice.common.net;

import org.jspecify.annotations.NullMarked;
