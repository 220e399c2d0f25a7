package dev.sluice.exporter.slurm;

import dev.sluice.common.blocking.BlockingCall;
import dev.sluice.common.log.OutsideText;
import dev.sluice.exporter.json.JsonTree;
import dev.sluice.exporter.model.BoundedName;
import dev.sluice.exporter.model.FailureKind;
import dev.sluice.exporter.model.Validity;
import dev.sluice.exporter.poll.FetchFailure;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.Optional;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;

/**
 * Provides the current token: a fixed token, or the token in a file. Reads the file every time, because the owner of
 * the file may rotate the token. Also provides the expiry of the newest token.
 */
public final class TokenReader {

    /** Prefix that {@code scontrol token} prints before the token. */
    private static final String SCONTROL_PREFIX = "SLURM_JWT=";

    private static final char BYTE_ORDER_MARK = '\ufeff';

    private final Supplier<Future<Optional<String>>> source;
    private volatile Optional<Validity> validity = Optional.empty();
    private volatile Optional<String> problem = Optional.empty();
    private volatile String current = "";

    TokenReader(Supplier<Future<Optional<String>>> source) {
        this.source = source;
    }

    /** Returns a reader that reads the file before every request. */
    public static TokenReader ofFile(Vertx vertx, Path file) {
        BlockingCall<Buffer> reading = BlockingCall.reading(file);
        return new TokenReader(() -> reading.result(vertx)
                .map(content -> Optional.of(content.toString(StandardCharsets.UTF_8)))
                .recover(failure -> Future.failedFuture(unreadable(file, failure))));
    }

    public static TokenReader of(String token) {
        return new TokenReader(() -> Future.succeededFuture(Optional.of(token)));
    }

    public static TokenReader none() {
        return new TokenReader(() -> Future.succeededFuture(Optional.empty()));
    }

    /** Returns the token; fails if a configured token is missing or malformed. */
    public Future<Optional<String>> read() {
        return source.get().compose(token -> {
            Optional<String> cleaned = token.map(TokenReader::clean);
            problem = cleaned.flatMap(TokenReader::problem);
            if (problem.isPresent()) {
                validity = Optional.empty();
                return Future.failedFuture(new FetchFailure(FailureKind.UNAUTHORIZED, "the token " + problem.get()));
            }
            validity = cleaned.flatMap(TokenReader::validity);
            current = cleaned.orElse("");
            return Future.succeededFuture(cleaned);
        });
    }

    /** Removes the token from a message, because the server may have quoted the token. Callable from any thread. */
    String hide(String message) {
        return OutsideText.without(current, message);
    }

    /**
     * Returns the validity of the newest token; empty if the token is not a JWT or has no expiry. Callable from any
     * thread.
     */
    public Optional<Validity> validity() {
        return validity;
    }

    /**
     * Returns what is wrong with the newest token, as the rest of a sentence after "the token"; empty if the token can
     * be sent. Callable from any thread.
     */
    public Optional<String> problem() {
        return problem;
    }

    /** Returns the user of the newest token; empty if the token does not name a user. Callable from any thread. */
    public Optional<String> user() {
        return claims(current)
                .map(claims -> BoundedName.of(claims.textIfPresent("sun")))
                .filter(name -> !name.isEmpty());
    }

    /** Never quotes the token. */
    private static Optional<String> problem(String token) {
        if (token.isEmpty()) {
            return Optional.of("is empty");
        }
        if (token.charAt(0) == BYTE_ORDER_MARK) {
            return Optional.of("begins with a byte order mark");
        }
        if (token.charAt(0) == '"' || token.charAt(0) == '\'') {
            return Optional.of("begins with a quote");
        }
        if (token.startsWith(SCONTROL_PREFIX)) {
            return Optional.of("has the prefix " + SCONTROL_PREFIX + " twice");
        }
        return OutsideText.isOneWord(token)
                ? Optional.empty()
                : Optional.of("is more than one word, such as \"Bearer\" or \"export\" before it, or is not ASCII");
    }

    private static FetchFailure unreadable(Path file, Throwable failure) {
        if (failure instanceof TimeoutException late) {
            return new FetchFailure(FailureKind.TIMEOUT, "the token file: " + late.getMessage());
        }
        return new FetchFailure(
                FailureKind.UNAUTHORIZED, "the token file " + file + " cannot be read" + BlockingCall.reason(failure));
    }

    private static String clean(String token) {
        String text = token.strip();
        return text.startsWith(SCONTROL_PREFIX)
                ? text.substring(SCONTROL_PREFIX.length()).strip()
                : text;
    }

    /** Reads the claims {@code exp} and {@code iat}, in seconds since the epoch (RFC 7519 section 4.1). */
    static Optional<Validity> validity(String token) {
        return claims(token).flatMap(claims -> {
            Optional<Instant> issued = time(claims, "iat");
            return time(claims, "exp")
                    .map(expires -> new Validity(
                            expires, issued.filter(expires::isAfter).map(from -> Duration.between(from, expires))));
        });
    }

    /** Reads the needed claims of a JWT, including Slurm's user name {@code sun}. Does not verify the token. */
    private static Optional<JsonTree> claims(String token) {
        int payload = token.indexOf('.') + 1;
        int end = token.indexOf('.', payload);
        if (payload == 0 || end < 0) {
            return Optional.empty();
        }
        try {
            byte[] claims = Base64.getUrlDecoder().decode(token.substring(payload, end));
            return Optional.of(JsonTree.ofText(new String(claims, StandardCharsets.UTF_8)));
        } catch (IllegalArgumentException e) {
            return Optional.empty();
        }
    }

    private static Optional<Instant> time(JsonTree claims, String claim) {
        return claims.signed(claim).stream()
                .filter(seconds -> Math.abs(seconds) <= Instant.MAX.getEpochSecond())
                .mapToObj(seconds -> Instant.ofEpochSecond((long) seconds))
                .findFirst();
    }
}
