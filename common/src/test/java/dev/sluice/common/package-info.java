/** Rules for the whole module. */
@NullMarked
package dev.sluice.common;

import org.jspecify.annotations.NullMarked;
