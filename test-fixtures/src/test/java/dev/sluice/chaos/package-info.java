/** Tests of the chaos suite's own judgement. */
@org.jspecify.annotations.NullMarked
package dev.sluice.chaos;
