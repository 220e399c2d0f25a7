package dev.sluice.exporter.failure;

import static com.github.tomakehurst.wiremock.client.WireMock.aResponse;
import static com.github.tomakehurst.wiremock.client.WireMock.absent;
import static com.github.tomakehurst.wiremock.client.WireMock.any;
import static com.github.tomakehurst.wiremock.client.WireMock.anyUrl;
import static com.github.tomakehurst.wiremock.client.WireMock.get;
import static com.github.tomakehurst.wiremock.client.WireMock.getRequestedFor;
import static com.github.tomakehurst.wiremock.client.WireMock.matching;
import static com.github.tomakehurst.wiremock.client.WireMock.urlPathEqualTo;
import static com.github.tomakehurst.wiremock.client.WireMock.urlPathMatching;
import static com.github.tomakehurst.wiremock.core.WireMockConfiguration.wireMockConfig;

import com.github.tomakehurst.wiremock.WireMockServer;
import com.github.tomakehurst.wiremock.client.MappingBuilder;
import com.github.tomakehurst.wiremock.client.ResponseDefinitionBuilder;
import com.github.tomakehurst.wiremock.core.Options.ChunkedEncodingPolicy;
import com.github.tomakehurst.wiremock.matching.UrlPattern;
import com.github.tomakehurst.wiremock.stubbing.StubMapping;
import com.github.tomakehurst.wiremock.verification.LoggedRequest;
import dev.sluice.fixtures.Capture;
import dev.sluice.fixtures.HttpHead;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** A fake slurmrestd. Sends captured responses, including "nothing changed", until the test changes the responses. */
final class FakeSlurmrestd implements AutoCloseable {

    private static final int BROKEN = 1;
    private static final int CAPTURED = 5;
    private static final int UNKNOWN = 9;

    private final WireMockServer server;
    private final List<StubMapping> release = new ArrayList<>();
    private final List<StubMapping> broken = new ArrayList<>();

    private FakeSlurmrestd(int port) {
        server = new WireMockServer(wireMockConfig()
                .bindAddress("127.0.0.1")
                .port(port)
                .gzipDisabled(true)
                // Sends a Content-Length, like slurmrestd.
                .useChunkedTransferEncoding(ChunkedEncodingPolicy.NEVER));
        server.start();
        server.stubFor(any(anyUrl()).atPriority(UNKNOWN).willReturn(captured("26.05", "errors/unknown-version.txt")));
    }

    /** Serves Slurm 26.05 on a free port. */
    static FakeSlurmrestd start() {
        return start(0);
    }

    /** Serves Slurm 26.05 on the given port. */
    static FakeSlurmrestd start(int port) {
        var slurmrestd = new FakeSlurmrestd(port);
        slurmrestd.serve("26.05");
        return slurmrestd;
    }

    int port() {
        return server.port();
    }

    /** Switches to the captured slurmrestd of the release, like an upgrade or a downgrade. */
    void serve(String release) {
        List<StubMapping> before = List.copyOf(this.release);
        this.release.clear();
        Capture capture = Capture.of(release);
        for (String version : capture.apiVersions()) {
            serve(release, version);
        }
        stubRelease(get(urlPathEqualTo("/openapi/v3")).willReturn(json(openApi(capture.apiVersions()))));
        before.forEach(server::removeStubMapping);
    }

    private void serve(String release, String version) {
        String rest = "rest/" + version + "/slurm/";
        for (String list : List.of("nodes", "partitions")) {
            stubRelease(full(version, list).willReturn(captured(release, rest + list + ".json")));
            stubRelease(changes(version, list).willReturn(aResponse().withStatus(304)));
        }
        stubRelease(full(version, "jobs").willReturn(captured(release, rest + "jobs-flags-all.json")));
        stubRelease(changes(version, "jobs").willReturn(captured(release, rest + "jobs-update-time-none.json")));
        stubRelease(full(version, "licenses").willReturn(captured(release, rest + "licenses.json")));
        stubRelease(full(version, "ping").willReturn(captured(release, rest + "ping.json")));
    }

    private void stubRelease(MappingBuilder mapping) {
        release.add(server.stubFor(mapping.atPriority(CAPTURED)));
    }

    /**
     * From now on, sends this response to every request for the source. The name of the source is the name of the path.
     */
    void breakWith(String source, ResponseDefinitionBuilder answer) {
        stubBroken(get(path(source)).willReturn(answer));
    }

    void breakJobsWith(ResponseDefinitionBuilder answer) {
        breakWith("jobs", answer);
    }

    private void stubBroken(MappingBuilder mapping) {
        broken.add(server.stubFor(mapping.atPriority(BROKEN)));
    }

    /** Sends captured responses again. */
    void heal() {
        broken.forEach(server::removeStubMapping);
        broken.clear();
    }

    /** Returns the URLs of all requests, in no particular order. */
    List<String> requests() {
        return server.findAll(getRequestedFor(anyUrl())).stream()
                .map(LoggedRequest::getUrl)
                .toList();
    }

    @Override
    public void close() {
        server.stop();
    }

    /** Returns a response with captured status, content type and body. */
    static ResponseDefinitionBuilder captured(String release, String path) {
        Capture capture = Capture.of(release);
        HttpHead head = capture.head(path);
        ResponseDefinitionBuilder answer = aResponse().withStatus(head.status());
        head.headers().forEach((name, value) -> {
            if (!name.equalsIgnoreCase("Content-Length")) {
                answer.withHeader(name, value);
            }
        });
        return answer.withBody(capture.bytes(path));
    }

    static ResponseDefinitionBuilder json(String body) {
        return aResponse()
                .withHeader("Content-Type", "application/json")
                .withBody(body.getBytes(StandardCharsets.UTF_8));
    }

    private static MappingBuilder full(String version, String source) {
        return get(urlPathEqualTo("/slurm/" + version + "/" + source + "/")).withQueryParam("update_time", absent());
    }

    private static MappingBuilder changes(String version, String source) {
        return get(urlPathEqualTo("/slurm/" + version + "/" + source + "/"))
                .withQueryParam("update_time", matching(".+"));
    }

    private static UrlPattern path(String source) {
        return urlPathMatching("/slurm/[^/]+/" + source + "/");
    }

    /** Returns only the part of /openapi/v3 that contains the versions. The real document has 1.8 MB. */
    private static String openApi(List<String> versions) {
        return versions.stream()
                .map(version -> "\"/slurm/" + version + "/jobs/\":{}")
                .collect(Collectors.joining(",", "{\"openapi\":\"3.0.3\",\"paths\":{", "}}"));
    }
}
