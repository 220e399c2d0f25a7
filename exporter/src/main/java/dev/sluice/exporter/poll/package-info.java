/** When what is asked, how old the answers are, and what failed. */
@NullMarked
package dev.sluice.exporter.poll;

import org.jspecify.annotations.NullMarked;
