/** slurmctld and slurmdbd themselves: configuration, statistics, licences, reservations. */
@NullMarked
package dev.sluice.exporter.model.controller;

import org.jspecify.annotations.NullMarked;
