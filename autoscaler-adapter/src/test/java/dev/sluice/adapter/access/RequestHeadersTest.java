package dev.sluice.adapter.access;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RequestHeadersTest {

    private static final Trust TRUST = new Trust(
            List.of(),
            List.of(),
            List.of(),
            List.of("X-Remote-User", "X-Other-User"),
            List.of("X-Remote-Uid"),
            List.of("X-Remote-Group", "X-Other-Group"),
            List.of("X-Remote-Extra-", "X-Other-Extra-"));

    @SafeVarargs
    @SuppressWarnings("varargs") // The test only reads this value.
    private static Optional<User> user(Map.Entry<String, String>... lines) {
        return new RequestHeaders(List.of(lines)).user(TRUST);
    }

    @Test
    void aSecondHeaderCountsWhereTheFirstIsEmpty() {
        assertThat(user(Map.entry("x-remote-user", ""), Map.entry("X-OTHER-USER", "b"))
                        .map(User::name))
                .hasValue("b");
        assertThat(user(Map.entry("X-Other-User", "b"), Map.entry("X-Remote-User", "a"))
                        .map(User::name))
                .hasValue("a");
        assertThat(user(Map.entry("X-Remote-Group", "system:masters"))).isEmpty();
    }

    @Test
    void allGroupHeadersCountInTheOrderOfTheSettings() {
        assertThat(user(
                                Map.entry("X-Other-Group", "three"),
                                Map.entry("X-Remote-User", "a"),
                                Map.entry("X-Remote-Group", "one"),
                                Map.entry("X-Remote-Group", ""),
                                Map.entry("x-remote-group", "two"))
                        .map(User::groups))
                .hasValue(List.of("one", "two", "three"));
    }

    @Test
    void extraKeysAreLowerCasedThenDecodedWhereTheyCanBe() {
        assertThat(user(
                                Map.entry("X-Remote-User", "a"),
                                Map.entry("X-Remote-Extra-Example.Org%2FScope+S", "one"),
                                Map.entry("x-remote-extra-example.org%2fscope+s", "two"),
                                Map.entry("X-Other-Extra-Bad%zz", "three"),
                                Map.entry("X-Remote-Uid", "7"))
                        .map(found -> List.of(found.extra(), found.uid())))
                .hasValue(
                        List.of(Map.of("example.org/scope+s", List.of("one", "two"), "bad%zz", List.of("three")), "7"));
    }

    @ParameterizedTest
    @CsvSource(
            nullValues = "none",
            value = {
                "Bearer a, a",
                "bearer a, a",
                "'  BEARER a  ', a",
                "Bearer a b, a",
                "Bearer, none",
                "'Bearer  a', none",
                "Basic a, none",
                "'', none",
            })
    void aTokenIsTheWordBehindBearer(String header, @Nullable String token) {
        assertThat(new RequestHeaders(List.of(Map.entry("authorization", header))).bearerToken())
                .isEqualTo(Optional.ofNullable(token));
    }

    @Test
    void whoIsKnownIsInTheGroupThatSaysSoOnce() {
        assertThat(new User("a", "", List.of("b"), Map.of()).authenticated().groups())
                .containsExactly("b", "system:authenticated");
        assertThat(new User("a", "", List.of("system:authenticated", "b"), Map.of())
                        .authenticated()
                        .groups())
                .containsExactly("system:authenticated", "b");
        assertThat(new User("a", "", List.of("system:unauthenticated"), Map.of())
                        .authenticated()
                        .groups())
                .containsExactly("system:unauthenticated");
        assertThat(User.ANONYMOUS.authenticated().groups()).containsExactly("system:unauthenticated");
    }
}
