/** Where our servers listen, how connections are encrypted, and what clients have to know. */
@NullMarked
package dev.sluice.exporter.config.network;

import org.jspecify.annotations.NullMarked;
