/** The programs as processes, the hostile proxies in front of the programs' peers, and the rules for the programs. */
@org.jspecify.annotations.NullMarked
package dev.sluice.chaos.stage;
