/** Listen addresses, TLS and credentials. */
@NullMarked
package dev.sluice.exporter.config.network;

import org.jspecify.annotations.NullMarked;
