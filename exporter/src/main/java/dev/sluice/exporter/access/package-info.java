/** Who is answered by our servers, and with which certificate. */
@NullMarked
package dev.sluice.exporter.access;

import org.jspecify.annotations.NullMarked;
