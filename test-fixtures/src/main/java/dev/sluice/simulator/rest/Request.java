package dev.sluice.simulator.rest;

import com.sun.net.httpserver.HttpExchange;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The parts of an HTTP request that the simulator uses.
 *
 * @param query raw query; empty without a query
 * @param token the header X-SLURM-USER-TOKEN, or Authorization without its prefix Bearer
 */
public record Request(String method, String path, String query, Optional<String> token) {

    private static final Pattern UPDATE_TIME = Pattern.compile("(?:^|&)update_time=(\\d{1,18})(?:&|$)");

    public static Request of(HttpExchange exchange) {
        Optional<String> bearer = Optional.ofNullable(
                        exchange.getRequestHeaders().getFirst("Authorization"))
                .map(value -> value.replaceFirst("^Bearer ", ""));
        return new Request(
                exchange.getRequestMethod(),
                exchange.getRequestURI().getPath(),
                Optional.ofNullable(exchange.getRequestURI().getRawQuery()).orElse(""),
                Optional.ofNullable(exchange.getRequestHeaders().getFirst("X-SLURM-USER-TOKEN"))
                        .or(() -> bearer));
    }

    /** Returns the time since which the client requests changes; empty without a time. */
    OptionalLong updateTime() {
        Matcher time = UPDATE_TIME.matcher(query);
        return time.find() ? OptionalLong.of(Long.parseLong(time.group(1))) : OptionalLong.empty();
    }

    /**
     * Returns true if jobs include allocation details per core and GPU. The flag ALL omits these details unless the
     * flag DETAIL is also set.
     */
    boolean detail() {
        String flags = query.toUpperCase(Locale.ROOT);
        return !flags.contains("ALL") || flags.contains("DETAIL");
    }
}
