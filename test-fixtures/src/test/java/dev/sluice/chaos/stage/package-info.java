/** Tests how the chaos suite evaluates observations. */
@org.jspecify.annotations.NullMarked
package dev.sluice.chaos.stage;
