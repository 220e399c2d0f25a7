/** Keeps the documents correct. */
@NullMarked
package dev.sluice.adapter.docs;

import org.jspecify.annotations.NullMarked;
