package dev.sluice.exporter.access;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import dev.sluice.common.tls.NamedFile;
import dev.sluice.common.tls.ReloadingFiles;
import dev.sluice.common.tls.ServerCertificate;
import dev.sluice.common.tls.Sha256;
import java.io.IOException;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.BooleanSupplier;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The access rules and certificate of one Sluice server. Thread-safe, except that only one thread at a time may call
 * {@link #look}.
 */
public final class Protection {

    private static final Logger LOG = LoggerFactory.getLogger(Protection.class);

    /** token68 of RFC 9110, section 11.2: the syntax after "Bearer". */
    private static final Pattern TOKEN = Pattern.compile("[A-Za-z0-9._~+/-]+=*");

    /** The reason for refusing a request. */
    public enum Refusal {
        NO_CREDENTIALS(401, "unauthorized: token or password required"),
        WRONG_CREDENTIALS(401, "unauthorized: wrong token or password"),
        NO_CERTIFICATE(403, "forbidden: client certificate required"),
        UNREADABLE_IDENTITY(400, "bad request: the proxy's headers with user and groups cannot be read");

        private final int status;
        private final String message;

        Refusal(int status, String message) {
            this.status = status;
            this.message = message;
        }

        public int status() {
            return status;
        }

        public String message() {
            return message;
        }

        public String label() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    private final String server;
    private final List<String> challenges;
    private final Optional<ReloadingFiles<ServerCertificate>> certificate;
    /** Digests of equal length of the accepted credentials in the Authorization header. */
    private final List<ReloadingFiles<List<byte[]>>> credentials;

    private final boolean certificatesOnly;
    private final boolean proxied;
    private final Map<Refusal, Long> refused = new ConcurrentHashMap<>();
    private final LongAdder failures = new LongAdder();

    /** Reads the usable files, and adds a problem for each unusable file. */
    private Protection(String server, ListenConfig listen, boolean proxied, List<String> problems) {
        this.server = server;
        this.proxied = proxied;
        this.challenges = listen.auth().map(Protection::challenges).orElse(List.of());
        this.certificatesOnly =
                listen.tls().flatMap(ListenConfig.Tls::clientCaFile).isPresent();
        this.certificate = listen.tls()
                .map(ListenConfig.Tls::files)
                .flatMap(files -> read(server, files, contents -> ServerCertificate.of(files, contents), problems));
        this.credentials = new ArrayList<>();
        listen.auth()
                .flatMap(ListenConfig.Auth::bearerTokenFile)
                .map(path -> new NamedFile("auth.bearerTokenFile", path))
                .flatMap(file -> read(server, List.of(file), contents -> tokens(file, contents.get(0)), problems))
                .ifPresent(credentials::add);
        listen.auth()
                .flatMap(ListenConfig.Auth::basic)
                .flatMap(basic -> {
                    NamedFile file = new NamedFile("auth.basic.passwordFile", basic.passwordFile());
                    return read(
                            server,
                            List.of(file),
                            contents -> passwords(basic.user(), file, contents.get(0)),
                            problems);
                })
                .ifPresent(credentials::add);
        Stream.of(Refusal.values()).filter(this::isPossible).forEach(refusal -> refused.put(refusal, 0L));
    }

    private boolean isPossible(Refusal refusal) {
        return switch (refusal) {
            case NO_CERTIFICATE -> certificatesOnly;
            case UNREADABLE_IDENTITY -> proxied;
            case NO_CREDENTIALS, WRONG_CREDENTIALS -> !challenges.isEmpty();
        };
    }

    /** Returns an instance without protection: plain HTTP for all clients. */
    public static Protection none() {
        return new Protection("", new ListenConfig("", 0), false, new ArrayList<>());
    }

    /**
     * Reads the files for the first time.
     *
     * @param proxied true if a trusted proxy identifies the server's readers
     * @throws IOException if a file is unusable
     */
    public static Protection of(String server, ListenConfig listen, boolean proxied) throws IOException {
        List<String> problems = new ArrayList<>();
        Protection protection = new Protection(server, listen, proxied, problems);
        if (!problems.isEmpty()) {
            throw new IOException(String.join("; ", problems));
        }
        return protection;
    }

    /** Returns the problems of the section's files; each line begins with the key's path. */
    public static List<String> problems(String server, ListenConfig listen) {
        List<String> problems = new ArrayList<>();
        Protection unused = new Protection(server, listen, false, problems);
        return problems;
    }

    /** Returns the value of usable files; for unusable files, adds a problem and returns empty. */
    static <T> Optional<ReloadingFiles<T>> read(
            String section, List<NamedFile> files, ReloadingFiles.Maker<T> maker, List<String> problems) {
        try {
            return Optional.of(new ReloadingFiles<>(files, maker));
        } catch (NamedFile.Unusable e) {
            problems.add(section + "." + e.key() + ": " + e.getMessage());
            return Optional.empty();
        }
    }

    /** Lists Basic first, because browsers use the first scheme that they support. */
    private static List<String> challenges(ListenConfig.Auth auth) {
        List<String> challenges = new ArrayList<>();
        auth.basic().ifPresent(unused -> challenges.add("Basic realm=\"sluice\", charset=\"UTF-8\""));
        auth.bearerTokenFile().ifPresent(unused -> challenges.add("Bearer realm=\"sluice\""));
        return challenges;
    }

    public String server() {
        return server;
    }

    /** Returns true if a certificate, credentials or a trusted proxy are configured. */
    public boolean present() {
        return proxied || certificate.isPresent() || !challenges.isEmpty();
    }

    /** Returns the server certificate; empty for plain HTTP. */
    public Optional<ServerCertificate> certificate() {
        return certificate.map(ReloadingFiles::current);
    }

    /** Returns the WWW-Authenticate values of a 401 response. */
    public List<String> challenges() {
        return challenges;
    }

    /**
     * Returns the reason to refuse a request; empty to accept the request.
     *
     * @param authorization values of the Authorization header
     * @param certified true if the connection has verified a client certificate
     */
    public Optional<Refusal> judge(List<String> authorization, BooleanSupplier certified) {
        if (certificatesOnly && !certified.getAsBoolean()) {
            return Optional.of(Refusal.NO_CERTIFICATE);
        }
        if (challenges.isEmpty()) {
            return Optional.empty();
        }
        if (authorization.isEmpty()) {
            return Optional.of(Refusal.NO_CREDENTIALS);
        }
        return authorization.size() == 1 && accepted(authorization.get(0))
                ? Optional.empty()
                : Optional.of(Refusal.WRONG_CREDENTIALS);
    }

    public void count(Refusal refusal) {
        refused.computeIfPresent(refusal, (same, count) -> count + 1);
    }

    /** The comparison takes constant time. Base64 in an unusual form, which no client sends, is refused. */
    private boolean accepted(String authorization) {
        String[] words = authorization.split(" +", 2);
        byte[] presented = digest(words[0].toLowerCase(Locale.ROOT), words.length > 1 ? words[1].strip() : "");
        boolean found = false;
        for (ReloadingFiles<List<byte[]>> known : credentials) {
            for (byte[] digest : known.current()) {
                found |= MessageDigest.isEqual(digest, presented);
            }
        }
        return found;
    }

    /** Reads the files again. Returns the server certificate; empty for plain HTTP. */
    public Optional<ServerCertificate> look() {
        credentials.forEach(this::look);
        certificate.ifPresent(this::look);
        return certificate();
    }

    private void look(ReloadingFiles<?> files) {
        boolean changed = files.reload(e -> {
            failures.increment();
            LOG.atWarn()
                    .addKeyValue("server", server)
                    .addKeyValue("failure", server + "." + e.key() + ": " + e.getMessage())
                    .log("certificate or credentials unusable, previous ones stay in use");
        });
        if (changed) {
            LOG.atInfo().addKeyValue("server", server).log("certificate or credentials reloaded");
        }
    }

    /** Returns the number of refused requests by reason, for every possible reason. */
    public Map<String, Long> refused() {
        return refused.entrySet().stream()
                .collect(Collectors.toMap(count -> count.getKey().label(), Map.Entry::getValue));
    }

    /** Returns the number of reloads that failed because of unusable files. */
    public long failures() {
        return failures.sum();
    }

    /** Returns digests of the accepted tokens, one per line of the file. */
    private static List<byte[]> tokens(NamedFile file, String content) throws NamedFile.Unusable {
        List<String> tokens = lines(file, content).stream().map(String::strip).toList();
        if (!tokens.stream().allMatch(token -> TOKEN.matcher(token).matches())) {
            throw file.unusable("has a line that is not a token; expected letters, digits and -._~+/, without spaces");
        }
        return tokens.stream().map(token -> digest("bearer", token)).toList();
    }

    /** Returns digests of the accepted passwords, one per line of the file. */
    private static List<byte[]> passwords(String user, NamedFile file, String content) throws NamedFile.Unusable {
        String name = new String(user.getBytes(UTF_8), ISO_8859_1);
        return lines(file, content).stream()
                .map(line -> Base64.getEncoder().encodeToString((name + ":" + line).getBytes(ISO_8859_1)))
                .map(pair -> digest("basic", pair))
                .toList();
    }

    private static List<String> lines(NamedFile file, String content) throws NamedFile.Unusable {
        List<String> lines = content.lines().filter(line -> !line.isBlank()).toList();
        if (lines.isEmpty()) {
            throw file.unusable("is empty");
        }
        return lines;
    }

    private static byte[] digest(String scheme, String secret) {
        return Sha256.of((scheme + " " + secret).getBytes(ISO_8859_1));
    }
}
