package dev.sluice.exporter.config.schema;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SuggestionsTest {

    private static final List<String> WORDS =
            List.of("url", "user", "tokenFile", "tokenEnv", "apiVersion", "tls", "host", "port");

    @ParameterizedTest
    @CsvSource({
        "urll, url",
        "ur, url",
        "ulr, url",
        "URL, url",
        "token_file, tokenFile",
        "token-env, tokenEnv",
        "tokenfiel, tokenFile",
        "apiversoin, apiVersion",
        "hots, host"
    })
    void findsTheNearestWord(String typed, String meant) {
        assertThat(Suggestions.nearest(typed, WORDS)).contains(meant);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "token", "password", "ssl", "address", "x"})
    void staysSilentWhereNothingIsNear(String typed) {
        assertThat(Suggestions.nearest(typed, WORDS)).isEmpty();
    }
}
