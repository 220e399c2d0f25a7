/** slurmctld and slurmdbd: configuration, statistics, licenses, reservations. */
@NullMarked
package dev.sluice.exporter.model.controller;

import org.jspecify.annotations.NullMarked;
