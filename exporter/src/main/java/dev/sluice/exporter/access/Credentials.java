package dev.sluice.exporter.access;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import dev.sluice.common.tls.NamedFile;
import dev.sluice.common.tls.Sha256;
import dev.sluice.common.tls.UnusableFile;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;

/** The credentials that a server accepts in the Authorization header. Stores only digests of equal length. */
final class Credentials {

    private static final String BEARER = "bearer";
    private static final String BASIC = "basic";

    /** token68 of RFC 9110, section 11.2: the syntax after "Bearer". */
    private static final Pattern TOKEN = Pattern.compile("[A-Za-z0-9._~+/-]+=*");

    private final List<byte[]> accepted;

    private Credentials(List<byte[]> accepted) {
        this.accepted = List.copyOf(accepted);
    }

    /**
     * Reads the tokens of a file, one per line.
     *
     * @param content content of the file
     */
    static Credentials tokens(NamedFile file, String content) throws UnusableFile {
        List<byte[]> accepted = new ArrayList<>();
        for (String line : lines(file, content)) {
            String token = line.strip();
            if (!TOKEN.matcher(token).matches()) {
                throw file.unusable(
                        "has a line that is not a token; expected letters, digits and -._~+/, without spaces");
            }
            accepted.add(digest(BEARER, token));
        }
        return new Credentials(accepted);
    }

    /**
     * Reads the passwords of a file, one per line.
     *
     * @param content content of the file
     */
    static Credentials passwords(String user, NamedFile file, String content) throws UnusableFile {
        String name = new String(user.getBytes(UTF_8), ISO_8859_1);
        return new Credentials(lines(file, content).stream()
                .map(line -> Base64.getEncoder().encodeToString((name + ":" + line).getBytes(ISO_8859_1)))
                .map(pair -> digest(BASIC, pair))
                .toList());
    }

    /**
     * Returns true if the header value is accepted. The comparison takes constant time. Base64 in an unusual form,
     * which no client sends, is refused.
     */
    boolean accept(String authorization) {
        String[] words = authorization.split(" +", 2);
        byte[] presented = digest(words[0].toLowerCase(Locale.ROOT), words.length > 1 ? words[1].strip() : "");
        boolean found = false;
        for (byte[] digest : accepted) {
            found |= MessageDigest.isEqual(digest, presented);
        }
        return found;
    }

    private static List<String> lines(NamedFile file, String content) throws UnusableFile {
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
