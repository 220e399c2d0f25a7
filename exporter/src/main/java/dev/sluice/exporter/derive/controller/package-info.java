/** Counters of slurmctld and slurmdbd across their restarts. */
@NullMarked
package dev.sluice.exporter.derive.controller;

import org.jspecify.annotations.NullMarked;
