package dev.sluice.adapter.access;

import io.vertx.core.Future;

/** Authorizes every request except health requests. */
public interface AccessControl {

    /** Returns the decision. A failed future means an internal error. */
    Future<Decision> decide(AccessRequest request);

    /** Returns an access control that admits every client without a check. */
    static AccessControl off() {
        return request -> Future.succeededFuture(new Decision(Decision.Kind.ALLOWED, "anybody"));
    }

    /**
     * The decision on a request.
     *
     * @param text name of the allowed user, or the readable reason of a refusal
     */
    record Decision(Kind kind, String text) {

        /** The kind of decision. */
        public enum Kind {
            /** The user may send the request. */
            ALLOWED,
            /** The client is not authenticated: 401. */
            UNKNOWN,
            /** The user lacks the permission: 403. */
            DENIED,
            /** The API server does not respond: 503. */
            UNDECIDED
        }
    }
}
