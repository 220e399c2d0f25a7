package dev.sluice.exporter.sink.otlp;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * AWS Signature Version 4, to check the signer of the SDK. This code follows the specification ("Create a signed AWS
 * API request"), and builds the canonical request from the received data.
 *
 * @param accessKey the access key ID
 * @param scope date, region, service and the closing word
 * @param signedHeaders names of the signed headers
 * @param signature hexadecimal digits
 */
record SignatureV4(String accessKey, String scope, List<String> signedHeaders, String signature) {

    private static final Pattern AUTHORIZATION =
            Pattern.compile("AWS4-HMAC-SHA256 Credential=(?<key>[^/]+)/(?<scope>[^,]+),"
                    + " ?SignedHeaders=(?<headers>[^,]+), ?Signature=(?<signature>[0-9a-f]{64})");

    static SignatureV4 of(Received request) {
        Matcher matcher = AUTHORIZATION.matcher(request.header("authorization"));
        if (!matcher.matches()) {
            throw new AssertionError("no signature: " + request.header("authorization"));
        }
        return new SignatureV4(
                matcher.group("key"),
                matcher.group("scope"),
                Arrays.asList(matcher.group("headers").split(";", -1)),
                matcher.group("signature"));
    }

    /** Returns the expected signature for a POST request without a query. */
    String expected(Received request, String secret) throws GeneralSecurityException {
        String canonicalHeaders = signedHeaders.stream()
                .map(name -> name + ":" + request.header(name).strip() + "\n")
                .collect(Collectors.joining());
        String canonicalRequest = String.join(
                "\n",
                "POST",
                request.path(),
                "",
                canonicalHeaders,
                String.join(";", signedHeaders),
                hex(sha256(request.sent())));
        String toSign = String.join(
                "\n",
                "AWS4-HMAC-SHA256",
                request.header("x-amz-date"),
                scope,
                hex(sha256(canonicalRequest.getBytes(UTF_8))));
        byte[] key = ("AWS4" + secret).getBytes(UTF_8);
        for (String part : scope.split("/", -1)) {
            key = hmac(key, part);
        }
        return hex(hmac(key, toSign));
    }

    private static byte[] sha256(byte[] bytes) throws GeneralSecurityException {
        return MessageDigest.getInstance("SHA-256").digest(bytes);
    }

    private static byte[] hmac(byte[] key, String text) throws GeneralSecurityException {
        Mac mac = Mac.getInstance("HmacSHA256");
        mac.init(new SecretKeySpec(key, "HmacSHA256"));
        return mac.doFinal(text.getBytes(UTF_8));
    }

    private static String hex(byte[] bytes) {
        return HexFormat.of().formatHex(bytes);
    }
}
