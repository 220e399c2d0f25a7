package dev.sluice.adapter;

import java.io.BufferedReader;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The adapter in a separate process, on loopback without authentication. {@code close} stops the process. */
final class OwnProcess implements AutoCloseable {

    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final Pattern SERVES = Pattern.compile(".*adapter serves.* port=([0-9]+) metrics_port=([0-9]+).*");

    private final Process process;
    private final int port;
    private final int metricsPort;
    private final HttpClient client =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

    /** Starts the adapter and waits until it serves. */
    OwnProcess(List<String> javaOptions, String... flags) throws IOException {
        this(Map.of(), javaOptions, flags);
    }

    OwnProcess(Map<String, String> environment, List<String> javaOptions, String... flags) throws IOException {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(javaOptions);
        Stream.of(
                        "-cp",
                        System.getProperty("java.class.path"),
                        AdapterMain.class.getName(),
                        "--insecure-http",
                        "--auth=off",
                        "--listen=127.0.0.1",
                        "--port=0",
                        "--metrics-port=0",
                        "--drain=0s")
                .forEach(command::add);
        command.addAll(List.of(flags));
        ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
        builder.environment().putAll(environment);
        process = builder.start();
        BufferedReader out = process.inputReader();
        StringBuilder said = new StringBuilder();
        Matcher serves = SERVES.matcher("");
        for (String line = out.readLine(); line != null && !serves.reset(line).matches(); line = out.readLine()) {
            said.append(line).append('\n');
        }
        if (!serves.reset().matches()) {
            process.destroyForcibly();
            throw new AssertionError("the adapter did not start: " + said);
        }
        port = Integer.parseInt(serves.group(1));
        metricsPort = Integer.parseInt(serves.group(2));
        Thread rest = new Thread(() -> out.lines().forEach(line -> {}), "output");
        rest.setDaemon(true);
        rest.start();
    }

    int port() {
        return port;
    }

    int metricsPort() {
        return metricsPort;
    }

    /** Returns the body of the metrics port's response; empty if the status is not 200. */
    String operations(String target) throws IOException, InterruptedException {
        var answer = client.send(
                HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + metricsPort + target))
                        .timeout(PATIENCE)
                        .build(),
                BodyHandlers.ofString());
        return answer.statusCode() == 200 ? answer.body() : "";
    }

    /** Returns the status of a response of the Kubernetes API. */
    int get(String target) throws IOException, InterruptedException {
        return client.send(
                        HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + target))
                                .timeout(PATIENCE)
                                .build(),
                        BodyHandlers.discarding())
                .statusCode();
    }

    boolean alive() {
        return process.isAlive();
    }

    @Override
    public void close() {
        process.destroyForcibly();
    }
}
