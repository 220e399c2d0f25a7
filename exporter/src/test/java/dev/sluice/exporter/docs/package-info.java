/** Tests that keep the documents correct. */
@NullMarked
package dev.sluice.exporter.docs;

import org.jspecify.annotations.NullMarked;
