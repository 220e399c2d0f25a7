/** Tests that keep the documents true. */
@NullMarked
package dev.sluice.exporter.docs;

import org.jspecify.annotations.NullMarked;
