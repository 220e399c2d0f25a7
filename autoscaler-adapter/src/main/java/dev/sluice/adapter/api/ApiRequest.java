package dev.sluice.adapter.api;

import java.util.Optional;

/**
 * What a request says that the answer depends on.
 *
 * @param query the part of the target behind the question mark, as it was sent; empty where there is none
 * @param accept the Accept header's value, several joined by commas
 * @param ifNoneMatch the If-None-Match header's value
 */
public record ApiRequest(String method, String query, Optional<String> accept, Optional<String> ifNoneMatch) {

    boolean reads() {
        return method.equals("GET") || method.equals("HEAD");
    }
}
