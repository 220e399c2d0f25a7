/** Tests of how the suite judges what it sees. */
@org.jspecify.annotations.NullMarked
package dev.sluice.chaos.stage;
