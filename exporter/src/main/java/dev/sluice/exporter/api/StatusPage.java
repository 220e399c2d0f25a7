package dev.sluice.exporter.api;

import io.vertx.core.buffer.Buffer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** The status page: a few static files, which load all data from the API; and the description of the API. */
final class StatusPage {

    /** The files of the page except {@code index.html}. */
    static final List<String> PARTS = List.of(
            "/page.css",
            "/page.js",
            "/dom.js",
            "/chart.js",
            "/now.js",
            "/why.js",
            "/lists.js",
            "/links.js",
            "/nodes.js",
            "/waste.js",
            "/mine.js",
            "/clusters.js",
            "/icon.svg");

    /** This policy prevents browsers from running injected code: browsers run only the page's own files. */
    private static final String POLICY = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self';"
            + " connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

    private StatusPage() {}

    static List<Route> load() {
        List<Route> routes = new ArrayList<>(List.of(route("/", "/index.html")));
        PARTS.forEach(part -> routes.add(route(part, part)));
        routes.add(route("/api/v1/openapi.yaml", "/openapi.yaml"));
        return routes;
    }

    private static Route route(String path, String file) {
        Map<String, String> headers = Map.of(
                "Content-Type", contentType(file), "Content-Security-Policy", POLICY, "Referrer-Policy", "no-referrer");
        ApiAnswer answer = new ApiAnswer(200, headers, Buffer.buffer(read(file)));
        return Route.fast(path, unused -> answer);
    }

    private static String contentType(String file) {
        String ending = file.substring(file.lastIndexOf('.') + 1);
        return switch (ending) {
            case "html" -> "text/html; charset=utf-8";
            case "css" -> "text/css; charset=utf-8";
            case "js" -> "text/javascript; charset=utf-8";
            case "yaml" -> "application/yaml";
            case "svg" -> "image/svg+xml";
            default -> throw new IllegalArgumentException(file);
        };
    }

    private static byte[] read(String file) {
        String resource = "page" + file;
        try (var in = Objects.requireNonNull(StatusPage.class.getResourceAsStream(resource), resource)) {
            return in.readAllBytes();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
