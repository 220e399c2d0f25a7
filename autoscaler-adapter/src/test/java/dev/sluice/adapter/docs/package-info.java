/** Tests that the documents are correct. */
@NullMarked
package dev.sluice.adapter.docs;

import org.jspecify.annotations.NullMarked;
