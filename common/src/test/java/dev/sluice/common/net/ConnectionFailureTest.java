package dev.sluice.common.net;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.argumentSet;

import dev.sluice.common.net.ConnectionFailure.Kind;
import java.io.IOException;
import java.net.ConnectException;
import java.net.UnknownHostException;
import java.util.concurrent.TimeoutException;
import java.util.stream.Stream;
import javax.net.ssl.SSLHandshakeException;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class ConnectionFailureTest {

    @ParameterizedTest
    @MethodSource
    void tellsFailuresApart(Throwable failure, Kind kind, String reason) {
        assertThat(ConnectionFailure.of(failure)).isEqualTo(new ConnectionFailure(kind, reason));
    }

    static Stream<Arguments> tellsFailuresApart() {
        return Stream.of(
                argumentSet("late", new TimeoutException("too late"), Kind.LATE, "too late"),
                argumentSet(
                        "unresolved",
                        new IOException("lookup", new UnknownHostException("nobody.example")),
                        Kind.UNRESOLVED,
                        "nobody.example"),
                argumentSet("handshake", new SSLHandshakeException("bad certificate"), Kind.TLS, "bad certificate"),
                argumentSet(
                        "handshake inside",
                        new IOException("broken", new SSLHandshakeException("bad certificate")),
                        Kind.TLS,
                        "bad certificate"),
                argumentSet(
                        "refused",
                        new IOException("connect", new ConnectException("Connection refused")),
                        Kind.REFUSED,
                        "Connection refused"),
                argumentSet("broken", new IOException("reset"), Kind.BROKEN, "reset"),
                argumentSet("without a word", new IOException("outer", new IOException()), Kind.BROKEN, "IOException"));
    }
}
