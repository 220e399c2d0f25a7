/** Tests of the chaos suite's checks. */
@org.jspecify.annotations.NullMarked
package dev.sluice.chaos;
