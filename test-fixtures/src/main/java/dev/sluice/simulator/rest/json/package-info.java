/** The bodies of slurmrestd's answers, by API version. */
@NullMarked
package dev.sluice.simulator.rest.json;

import org.jspecify.annotations.NullMarked;
