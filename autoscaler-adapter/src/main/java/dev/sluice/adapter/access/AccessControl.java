package dev.sluice.adapter.access;

import io.vertx.core.Future;

/** Authorizes every request except those for health. */
public interface AccessControl {

    /** The decision; a future that fails is an internal error, and the request is not answered. */
    Future<Decision> decide(AccessRequest request);

    /** Asks nobody and lets everybody in. */
    static AccessControl off() {
        return request -> Future.succeededFuture(new Decision.Allowed("anybody"));
    }

    /** What was decided. */
    sealed interface Decision {

        /**
         * The request is answered.
         *
         * @param user who asked
         */
        record Allowed(String user) implements Decision {}

        /**
         * The client is unknown: 401.
         *
         * @param message for people
         */
        record Unknown(String message) implements Decision {}

        /**
         * Who asks must not have it: 403.
         *
         * @param message for people
         */
        record Denied(String message) implements Decision {}

        /**
         * The API server does not answer: 503.
         *
         * @param message for people
         */
        record Undecided(String message) implements Decision {}
    }
}
