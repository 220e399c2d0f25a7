package dev.sluice.exporter;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.URI;
import java.net.URLClassLoader;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Runs the exporter as a process, and reads which classes the exporter has loaded. */
@Tag("slow")
class LoadedClassesTest {

    private static final Pattern METRICS_PORT = Pattern.compile("metrics_port=(\\d+)");
    private static final Pattern OPTIONAL = Pattern.compile("io\\.opentelemetry|software\\.amazon|io\\.fabric8"
            + "|dev\\.sluice\\.exporter\\.(sink\\.otlp\\.Points|kubernetes\\.(?!Kubernetes(Config|Source)(\\$\\$|$)))");

    @TempDir
    private Path directory;

    @Test
    void loadsNothingOfWhatIsOff() throws Exception {
        assertThat(loaded(""))
                .contains("dev.sluice.exporter.sink.prometheus.PrometheusSink")
                .noneMatch(name -> OPTIONAL.matcher(name).find());
    }

    @Test
    void loadsOtlpWithoutTheRest() throws Exception {
        assertThat(loaded("otlp: {enabled: true, endpoint: 'http://127.0.0.1:1'}"))
                .contains("dev.sluice.exporter.sink.otlp.OtlpPush")
                .anyMatch(name -> name.startsWith("io.opentelemetry."))
                .noneMatch(name -> name.startsWith("io.opentelemetry.sdk.trace.Sdk"))
                .noneMatch(name -> name.startsWith("software.amazon."))
                .noneMatch(name -> name.startsWith("io.fabric8."));
    }

    private List<String> loaded(String otlp) throws Exception {
        Path config = Files.writeString(directory.resolve("exporter.yaml"), """
                clusters: [{name: alpha, slurm: {url: 'http://127.0.0.1:1'}}]
                prometheus: {host: 127.0.0.1, port: 0}
                api: {host: 127.0.0.1, port: 0}
                """ + otlp + "\n");
        Path classes = directory.resolve("classes.txt");
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xshare:auto",
                        "-Xlog:class+load:file=" + classes,
                        "-cp",
                        classPath(),
                        "dev.sluice.exporter.ExporterMain",
                        "--config",
                        config.toString())
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start();
        try {
            scrapeOnce(process);
        } finally {
            process.destroy();
            process.waitFor();
        }
        return Files.readAllLines(classes).stream()
                .map(line -> line.replaceFirst("^(\\[[^]]*])+ *", "").split(" ", 2)[0])
                .collect(Collectors.toList());
    }

    private static void scrapeOnce(Process process) throws IOException, InterruptedException {
        var log = new BufferedReader(new InputStreamReader(process.getErrorStream(), StandardCharsets.UTF_8));
        Matcher port = METRICS_PORT.matcher("");
        for (String line = log.readLine(); line != null && !port.reset(line).find(); line = log.readLine()) {
            // Waits until the exporter serves requests.
        }
        URI metrics = URI.create("http://127.0.0.1:" + port.group(1) + "/metrics");
        assertThat(HttpClient.newHttpClient()
                        .send(HttpRequest.newBuilder(metrics).build(), BodyHandlers.ofString())
                        .body())
                .contains("sluice_build_info");
    }

    /** Returns the class path of this test, whichever launcher runs the test. */
    private static String classPath() {
        return LoadedClassesTest.class.getClassLoader() instanceof URLClassLoader launcher
                ? Arrays.stream(launcher.getURLs())
                        .map(url -> Path.of(URI.create(url.toString())).toString())
                        .collect(Collectors.joining(System.getProperty("path.separator")))
                : System.getProperty("java.class.path");
    }
}
