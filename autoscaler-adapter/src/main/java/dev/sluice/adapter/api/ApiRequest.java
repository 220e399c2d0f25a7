package dev.sluice.adapter.api;

import java.util.Optional;

/**
 * The parts of a request that determine the response.
 *
 * @param query query of the URL without the question mark, as sent; empty if the URL has no query
 * @param accept value of the Accept header; several Accept headers are joined by commas
 * @param ifNoneMatch value of the If-None-Match header
 */
public record ApiRequest(String method, String query, Optional<String> accept, Optional<String> ifNoneMatch) {

    boolean reads() {
        return method.equals("GET") || method.equals("HEAD");
    }
}
