/** Keeps the documents true. */
@NullMarked
package dev.sluice.adapter.docs;

import org.jspecify.annotations.NullMarked;
