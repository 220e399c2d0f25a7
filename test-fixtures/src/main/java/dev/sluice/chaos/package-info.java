/** Runs the real programs against hostile peers and records the effects. */
@org.jspecify.annotations.NullMarked
package dev.sluice.chaos;
