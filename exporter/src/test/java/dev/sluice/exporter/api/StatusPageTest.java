package dev.sluice.exporter.api;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Tests the files of the page as a browser receives them. */
class StatusPageTest {

    private static final int MAX_BYTES = 105_500;
    private static final Pattern OTHER_FILE =
            Pattern.compile("(?:src|href|from)[= ]+[\"'](?:\\./)?([a-z]+\\.(?:js|css|svg))[\"']");

    @RegisterExtension
    private final ServedApi api = new ServedApi(Visibility.NOBODY);

    static Stream<String> files() {
        return Stream.concat(Stream.of("/"), Route.PAGE_PARTS.stream());
    }

    @Test
    void describesEveryPathOfTheApi() throws Exception {
        String description = text("/api/v1/openapi.yaml");

        Pattern.compile("/api/v1/[\\w/{}]+(?=[,\"])")
                .matcher(text("/api/v1/unknown"))
                .results()
                .forEach(path -> assertThat(description).contains("\n  " + path.group() + ":\n"));
    }

    @Test
    void isSmall() throws Exception {
        long bytes = 0;
        for (String file : files().toList()) {
            bytes += api.bytes(file).body().length;
        }

        assertThat(bytes).isLessThan(MAX_BYTES);
    }

    @Test
    void namesOnlyFilesThatItHasAndHasNoneThatItDoesNotName() throws Exception {
        List<String> named = new ArrayList<>();
        for (String file : files().toList()) {
            Matcher other = OTHER_FILE.matcher(text(file));
            while (other.find()) {
                named.add("/" + other.group(1));
            }
        }

        assertThat(named).containsOnlyOnceElementsOf(List.of("/page.css", "/why.js", "/mine.js", "/page.js"));
        assertThat(Route.PAGE_PARTS).hasSameElementsAs(named);
    }

    @ParameterizedTest
    @MethodSource("files")
    void neverTakesATextForMarkupNorLeavesTheExporter(String file) throws Exception {
        assertThat(text(file)
                        .replace("http://www.w3.org/2000/svg", "")
                        .replace("<a href=\"https://github.com/sluice-project/sluice/blob/main/docs/", ""))
                .doesNotContain("innerHTML", "outerHTML", "insertAdjacentHTML", "document.write", "eval(")
                .doesNotContain("<script>", "<style", "style=\"", "onclick", "https://", "http://");
    }

    @ParameterizedTest
    @MethodSource("files")
    void allowsItsOwnFilesAlone(String file) throws Exception {
        assertThat(header(api.bytes(file), "Content-Security-Policy"))
                .startsWith("default-src 'none'; script-src 'self'; style-src 'self';")
                .contains("frame-ancestors 'none'")
                .doesNotContain("unsafe", "data:", "*");
        assertThat(header(api.bytes(file), "X-Content-Type-Options")).isEqualTo("nosniff");
    }

    @ParameterizedTest
    @MethodSource("files")
    void isCompressedForWhoTakesThat(String file) throws Exception {
        var plain = api.bytes(file);
        var compressed = api.bytes(file, "Accept-Encoding", "br, gzip");

        assertThat(header(compressed, "Content-Encoding")).isEqualTo("gzip");
        assertThat(new GZIPInputStream(new ByteArrayInputStream(compressed.body())).readAllBytes())
                .isEqualTo(plain.body());
        assertThat(plain.headers().firstValue("Content-Encoding")).isEmpty();
    }

    private String text(String file) throws Exception {
        return api.get(file).body();
    }

    private static String header(HttpResponse<?> response, String name) {
        return response.headers().firstValue(name).orElse("");
    }
}
