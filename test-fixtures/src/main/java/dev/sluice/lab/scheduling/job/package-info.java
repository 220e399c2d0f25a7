/** Jobs as slurmctld records them: the submission and its state. */
@NullMarked
package dev.sluice.lab.scheduling.job;

import org.jspecify.annotations.NullMarked;
