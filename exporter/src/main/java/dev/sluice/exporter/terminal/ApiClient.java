package dev.sluice.exporter.terminal;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import dev.sluice.common.tls.TrustedAuthorities;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.security.cert.CertificateException;
import java.time.Duration;
import java.util.Base64;
import java.util.Optional;
import javax.net.ssl.SSLContext;
import picocli.CommandLine.ParseResult;

/** Sends requests to an exporter's API, with the credentials and certificate authorities of the command line. */
final class ApiClient {

    static final String TOKEN_FILE = "--token-file";
    static final String USER = "--login";
    static final String PASSWORD_FILE = "--password-file";
    static final String CA = "--ca";

    private static final int DELETE = 0x7f;
    private static final Duration DEADLINE = Duration.ofSeconds(10);

    private final ParseResult options;

    ApiClient(ParseResult options) {
        this.options = options;
    }

    /** Returns true if the command line names credentials. */
    boolean hasCredentials() {
        return options.hasMatchedOption(TOKEN_FILE) || options.hasMatchedOption(USER);
    }

    /** Returns true if the options are consistent: a token, or a name with a password. */
    boolean consistent() {
        return options.hasMatchedOption(USER) == options.hasMatchedOption(PASSWORD_FILE)
                && !(options.hasMatchedOption(USER) && options.hasMatchedOption(TOKEN_FILE));
    }

    HttpResponse<String> get(URI uri) throws IOException, InterruptedException, BadFile {
        HttpClient.Builder http = HttpClient.newBuilder().connectTimeout(DEADLINE);
        if (options.hasMatchedOption(CA)) {
            http.sslContext(trusting(options.matchedOptionValue(CA, "")));
        }
        HttpRequest.Builder request = HttpRequest.newBuilder(uri).timeout(DEADLINE);
        authorization().ifPresent(value -> request.header("Authorization", value));
        return http.build().send(request.build(), BodyHandlers.ofString());
    }

    private Optional<String> authorization() throws BadFile {
        if (options.hasMatchedOption(TOKEN_FILE)) {
            String token = firstLine(TOKEN_FILE).strip();
            // Checks the token, because the HTTP client would quote a token with an invalid character in an error
            // message.
            if (!token.chars().allMatch(c -> c > ' ' && c < DELETE)) {
                throw new BadFile(TOKEN_FILE + ": not a token");
            }
            return Optional.of("Bearer " + token);
        }
        if (options.hasMatchedOption(USER)) {
            String pair = options.matchedOptionValue(USER, "") + ":" + firstLine(PASSWORD_FILE);
            return Optional.of("Basic " + Base64.getEncoder().encodeToString(pair.getBytes(UTF_8)));
        }
        return Optional.empty();
    }

    private String firstLine(String option) throws BadFile {
        String file = options.matchedOptionValue(option, "");
        try {
            return Files.readString(Path.of(file))
                    .lines()
                    .filter(line -> !line.isBlank())
                    .findFirst()
                    .orElseThrow(() -> new BadFile(option + ": the file " + file + " is empty"));
        } catch (IOException | InvalidPathException e) {
            throw new BadFile(option + ": the file " + file + " cannot be read");
        }
    }

    private static SSLContext trusting(String file) throws BadFile {
        try {
            return TrustedAuthorities.context(Files.readString(Path.of(file), ISO_8859_1));
        } catch (IOException | CertificateException | InvalidPathException e) {
            throw new BadFile(CA + ": the file " + file + " holds no certificate (PEM)");
        }
    }

    /** The file of an option is not usable. */
    static final class BadFile extends Exception {

        private static final long serialVersionUID = 1;

        BadFile(String message) {
            super(message);
        }
    }
}
