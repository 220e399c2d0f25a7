/** Counters of slurmctld and slurmdbd over their restarts. */
@NullMarked
package dev.sluice.exporter.derive.controller;

import org.jspecify.annotations.NullMarked;
