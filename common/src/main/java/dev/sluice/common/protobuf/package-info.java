/** Writes and reads messages in the wire format of protocol buffers, without generated code. */
@NullMarked
package dev.sluice.common.protobuf;

import org.jspecify.annotations.NullMarked;
