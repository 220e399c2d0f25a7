/** Starts the real programs against hostile neighbours and records what becomes of them. */
@org.jspecify.annotations.NullMarked
package dev.sluice.chaos;
