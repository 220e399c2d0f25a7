/** API documents: JSON, and text for terminals. */
@NullMarked
package dev.sluice.exporter.api.document;

import org.jspecify.annotations.NullMarked;
