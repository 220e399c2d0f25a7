/** Rules for all classes of the module. */
@NullMarked
package dev.sluice.common;

import org.jspecify.annotations.NullMarked;
