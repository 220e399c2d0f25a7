package dev.sluice.adapter.access;

import io.vertx.core.Future;

/** Authorizes every request except health requests. */
public interface AccessControl {

    /** Returns the decision. A failed future means an internal error. */
    Future<Decision> decide(AccessRequest request);

    /** Returns an access control that admits every client without a check. */
    static AccessControl off() {
        return request -> Future.succeededFuture(new Decision.Allowed("anybody"));
    }

    /** The decision on a request. */
    sealed interface Decision {

        /**
         * The user may send the request.
         *
         * @param user name of the user
         */
        record Allowed(String user) implements Decision {}

        /**
         * The client is not authenticated: 401.
         *
         * @param message readable message
         */
        record Unknown(String message) implements Decision {}

        /**
         * The user lacks the permission: 403.
         *
         * @param message readable message
         */
        record Denied(String message) implements Decision {}

        /**
         * The API server does not respond: 503.
         *
         * @param message readable message
         */
        record Undecided(String message) implements Decision {}
    }
}
