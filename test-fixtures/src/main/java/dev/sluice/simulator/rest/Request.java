package dev.sluice.simulator.rest;

import com.sun.net.httpserver.HttpExchange;
import java.util.Optional;

/**
 * The parts of an HTTP request that the simulator uses. The token is from the header X-SLURM-USER-TOKEN or
 * Authorization: Bearer.
 */
public record Request(String method, String path, Query query, Optional<String> token) {
    private static final String BEARER = "Bearer ";

    public static Request of(HttpExchange exchange) {
        Optional<String> bearer = Optional.ofNullable(
                        exchange.getRequestHeaders().getFirst("Authorization"))
                .filter(value -> value.startsWith(BEARER))
                .map(value -> value.substring(BEARER.length()));
        Optional<String> token = Optional.ofNullable(
                        exchange.getRequestHeaders().getFirst("X-SLURM-USER-TOKEN"))
                .or(() -> bearer);
        return new Request(
                exchange.getRequestMethod(),
                exchange.getRequestURI().getPath(),
                Query.parse(exchange.getRequestURI()),
                token);
    }
}
