package dev.sluice.common.kubernetes;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.vertx.core.json.JsonObject;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class JsonBodyTest {

    private static final int FOUR_MEBIBYTES = 4 << 20;

    private final List<JsonObject> received = new ArrayList<>();

    @ParameterizedTest
    @ValueSource(ints = {1, 7, 1000})
    void readsObjectsOnLinesInPiecesOfAnySize(int piece) throws ApiFailure {
        read(JsonBody.lines(received::add), "{\"a\":1}\n\n{\"a\":2}\n{\"a\":3}", piece);
        assertThat(received).extracting(object -> object.getInteger("a")).containsExactly(1, 2, 3);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 1000})
    void readsOneObjectOfManyLines(int piece) throws ApiFailure {
        read(JsonBody.whole(received::add), "{\n\"a\":\n1}\n", piece);
        assertThat(received).containsExactly(new JsonObject().put("a", 1));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "<html>", "[]", "{\"a\":", "7"})
    void refusesAnythingElse(String body) {
        assertThatThrownBy(() -> read(JsonBody.whole(received::add), body, 100))
                .isInstanceOfSatisfying(ApiFailure.class, failure -> {
                    assertThat(failure.kind()).isEqualTo(ApiFailure.Kind.UNDECODABLE);
                    assertThat(failure.details().reason()).isEqualTo("something else than JSON");
                });
    }

    @Test
    void readsNoMoreThanFourMebibytesOfAnObject() throws ApiFailure {
        String line = "{\"a\":\"" + "b".repeat(FOUR_MEBIBYTES - 8) + "\"}";
        read(JsonBody.lines(received::add), line + "\n" + line + "\n", 1 << 16);
        assertThat(received).hasSize(2);
        assertThatThrownBy(() -> read(JsonBody.lines(received::add), " " + line, 1 << 16))
                .isInstanceOfSatisfying(
                        ApiFailure.class, failure -> assertThat(failure.kind()).isEqualTo(ApiFailure.Kind.TOO_LARGE));
    }

    private static void read(JsonBody body, String text, int piece) throws ApiFailure {
        byte[] bytes = text.getBytes(UTF_8);
        for (int from = 0; from < bytes.length; from += piece) {
            int length = Math.min(piece, bytes.length - from);
            byte[] chunk = new byte[length];
            System.arraycopy(bytes, from, chunk, 0, length);
            body.bytes(chunk, length);
        }
        body.end();
    }
}
