/** Starts the real programs next to hostile neighbours and records the effects. */
@org.jspecify.annotations.NullMarked
package dev.sluice.chaos;
