/** Requests to one slurmrestd: connection, TLS, token, deadline. */
@NullMarked
package dev.sluice.exporter.slurm.http;

import org.jspecify.annotations.NullMarked;
