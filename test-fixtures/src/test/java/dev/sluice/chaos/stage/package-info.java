/** Tests of how the chaos suite evaluates what it observes. */
@org.jspecify.annotations.NullMarked
package dev.sluice.chaos.stage;
