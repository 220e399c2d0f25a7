/** Jobs as slurmctld keeps them: what was submitted and what became of it. */
@NullMarked
package dev.sluice.common.scheduling.job;

import org.jspecify.annotations.NullMarked;
