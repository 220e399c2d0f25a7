/** TLS from PEM files that are replaced while a program runs, for servers and clients. */
@NullMarked
package dev.sluice.common.tls;

import org.jspecify.annotations.NullMarked;
