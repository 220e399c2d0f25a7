/** The bodies of slurmrestd's responses, by API version. */
@NullMarked
package dev.sluice.simulator.rest.json;

import org.jspecify.annotations.NullMarked;
