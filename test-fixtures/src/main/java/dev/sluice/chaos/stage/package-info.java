/** The programs as processes, the hostile proxies before their neighbours, and the rules that the programs must hold. */
@org.jspecify.annotations.NullMarked
package dev.sluice.chaos.stage;
