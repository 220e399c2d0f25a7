/** Writes and reads protocol buffers messages without generated code. */
@NullMarked
package dev.sluice.common.protobuf;

import org.jspecify.annotations.NullMarked;
