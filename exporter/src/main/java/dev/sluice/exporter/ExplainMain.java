package dev.sluice.exporter;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.sluice.exporter.model.OutsideText;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;

/** {@code ./sluice explain}: shows the demand of a running exporter in a terminal. */
public final class ExplainMain {

    private static final int FINE = 0;
    private static final int FAILED = 1;
    private static final int BAD_INPUT = 2;
    private static final int OK = 200;
    private static final int UNAUTHORIZED = 401;
    private static final int FORBIDDEN = 403;
    private static final int DELETE = 0x7f;
    private static final int UNAVAILABLE = 503;
    private static final Duration PATIENCE = Duration.ofSeconds(10);
    private static final String TOKEN_FILE = "--token-file";
    private static final String USER = "--user";
    private static final String PASSWORD_FILE = "--password-file";
    private static final String CA = "--ca";
    private static final String DEFAULT = "http://127.0.0.1:8080";
    private static final String USAGE = """
            usage: sluice explain [--token-file FILE | --user NAME --password-file FILE] [--ca FILE] [URL]

              URL                    address of the exporter's API (default: %s)
              --token-file FILE      file with a token, on its first line
              --user NAME            user name
              --password-file FILE   file with the password, on its first line
              --ca FILE              trusted authorities (PEM; default: Java's)
            """.formatted(DEFAULT);

    private final PrintStream out;
    private final PrintStream err;

    ExplainMain(PrintStream out, PrintStream err) {
        this.out = out;
        this.err = err;
    }

    public static void main(String[] arguments) {
        System.exit(new ExplainMain(System.out, System.err).run(arguments));
    }

    int run(String... arguments) {
        if (arguments.length == 1 && arguments[0].equals("--help")) {
            out.print(USAGE);
            return FINE;
        }
        ParseResult asked;
        try {
            asked = new CommandLine(specification()).setExpandAtFiles(false).parseArgs(arguments);
        } catch (ParameterException e) {
            return badInput(String.valueOf(e.getMessage()));
        }
        String url = asked.matchedPositionalValue(0, DEFAULT);
        if (!url.toLowerCase(Locale.ROOT).matches("https?://.+")) {
            return badInput("expected one URL such as " + DEFAULT);
        }
        if (asked.hasMatchedOption(USER) != asked.hasMatchedOption(PASSWORD_FILE)
                || (asked.hasMatchedOption(USER) && asked.hasMatchedOption(TOKEN_FILE))) {
            return badInput("expected --token-file, or --user together with --password-file");
        }
        try {
            return explain(URI.create(url.replaceAll("/+$", "") + "/api/v1/demand?explain=true&format=text"), asked);
        } catch (IllegalArgumentException e) {
            err.println("not a URL: " + url);
            return BAD_INPUT;
        } catch (BadFile e) {
            err.println(e.getMessage());
            return BAD_INPUT;
        } catch (IOException e) {
            err.println("no exporter at " + url + " (" + what(e) + "); is it running, and is this its api.port?");
            return FAILED;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return FAILED;
        }
    }

    private int badInput(String message) {
        err.println(message);
        err.print(USAGE);
        return BAD_INPUT;
    }

    private static CommandSpec specification() {
        CommandSpec specification = CommandSpec.create()
                .name("sluice explain")
                .addPositional(PositionalParamSpec.builder()
                        .index("0")
                        .arity("0..1")
                        .type(String.class)
                        .build());
        for (String name : List.of(TOKEN_FILE, USER, PASSWORD_FILE, CA)) {
            specification.addOption(OptionSpec.builder(name).type(String.class).build());
        }
        return specification;
    }

    private int explain(URI uri, ParseResult asked) throws IOException, InterruptedException, BadFile {
        HttpClient.Builder http = HttpClient.newBuilder().connectTimeout(PATIENCE);
        if (asked.hasMatchedOption(CA)) {
            http.sslContext(trusting(asked.matchedOptionValue(CA, "")));
        }
        HttpRequest.Builder request = HttpRequest.newBuilder(uri).timeout(PATIENCE);
        authorization(asked).ifPresent(value -> request.header("Authorization", value));
        HttpResponse<String> response = http.build().send(request.build(), HttpResponse.BodyHandlers.ofString());
        if (response.statusCode() == UNAUTHORIZED || response.statusCode() == FORBIDDEN) {
            err.println("the exporter returned HTTP " + response.statusCode()
                    + (asked.hasMatchedOption(TOKEN_FILE) || asked.hasMatchedOption(USER)
                            ? ": it does not accept these credentials"
                            : ": it requires --token-file, or --user and --password-file"));
            return FAILED;
        }
        boolean text = response.headers()
                .firstValue("Content-Type")
                .filter(type -> type.startsWith("text/plain"))
                .isPresent();
        if (!text || (response.statusCode() != OK && response.statusCode() != UNAVAILABLE)) {
            err.println("HTTP " + response.statusCode() + " from " + uri + ": this is not an exporter's API");
            return FAILED;
        }
        // Removes control characters, which a terminal would obey; the server may be an old exporter or none.
        response.body().lines().map(OutsideText::printable).forEach(out::println);
        return response.statusCode() == OK ? FINE : FAILED;
    }

    private static Optional<String> authorization(ParseResult asked) throws BadFile {
        if (asked.hasMatchedOption(TOKEN_FILE)) {
            String token = firstLine(asked, TOKEN_FILE).strip();
            // Checked here, because the HTTP client would quote the token when it refuses such a header.
            if (!token.chars().allMatch(c -> c > ' ' && c < DELETE)) {
                throw new BadFile(TOKEN_FILE + ": not a token");
            }
            return Optional.of("Bearer " + token);
        }
        if (asked.hasMatchedOption(USER)) {
            String pair = asked.matchedOptionValue(USER, "") + ":" + firstLine(asked, PASSWORD_FILE);
            return Optional.of("Basic " + Base64.getEncoder().encodeToString(pair.getBytes(UTF_8)));
        }
        return Optional.empty();
    }

    private static String firstLine(ParseResult asked, String option) throws BadFile {
        String file = asked.matchedOptionValue(option, "");
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
        try (InputStream in = Files.newInputStream(Path.of(file))) {
            KeyStore authorities = KeyStore.getInstance("PKCS12");
            authorities.load(null, null);
            for (Certificate authority : CertificateFactory.getInstance("X.509").generateCertificates(in)) {
                authorities.setCertificateEntry("authority-" + authorities.size(), authority);
            }
            TrustManagerFactory trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
            trust.init(authorities);
            SSLContext context = SSLContext.getInstance("TLS");
            context.init(null, trust.getTrustManagers(), null);
            return context;
        } catch (IOException | GeneralSecurityException | InvalidPathException e) {
            throw new BadFile(CA + ": the file " + file + " holds no certificate (PEM)");
        }
    }

    /** A file of an option is unusable. */
    private static final class BadFile extends Exception {

        private static final long serialVersionUID = 1;

        BadFile(String message) {
            super(message);
        }
    }

    private static String what(IOException e) {
        return e.getMessage() == null ? e.getClass().getSimpleName() : e.getMessage();
    }
}
