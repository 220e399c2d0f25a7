package dev.sluice.exporter.slurm.squeue;

import io.vertx.core.Future;
import java.util.Optional;

/** A source of user names. */
@FunctionalInterface
public interface UserNameSource {

    /**
     * Returns the name of a job's owner; empty if the name is unknown or the job has another owner. Call on the event
     * loop.
     *
     * @param user user ID of the owner
     */
    Future<Optional<String>> nameOf(long user, long job);
}
