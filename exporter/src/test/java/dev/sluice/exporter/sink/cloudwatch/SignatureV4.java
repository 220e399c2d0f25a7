package dev.sluice.exporter.sink.cloudwatch;

import dev.sluice.fakecloudwatch.PutRequest;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/** AWS Signature Version 4. This code follows the specification and is independent of the SDK. */
final class SignatureV4 {

    private static final Pattern AUTHORIZATION = Pattern.compile(
            "AWS4-HMAC-SHA256 Credential=([^/]+)/((\\d{8})/([^/]+)/([^/]+)/aws4_request), SignedHeaders=([^,]+), Signature=(\\w+)");

    private SignatureV4() {}

    /**
     * Returns true if the request has the correct signature for the sent data, with the given secret, for CloudWatch in
     * the given region.
     */
    static boolean signs(PutRequest request, String accessKey, String secret, String region) {
        Matcher authorization = AUTHORIZATION.matcher(header(request, "authorization"));
        if (!authorization.matches()
                || !authorization.group(1).equals(accessKey)
                || !authorization.group(4).equals(region)
                || !authorization.group(5).equals("monitoring")) {
            return false;
        }
        String date = header(request, "x-amz-date");
        String signedHeaders = authorization.group(6);
        StringBuilder canonical =
                new StringBuilder(request.method() + "\n" + request.uri().getRawPath() + "\n\n");
        for (String name : signedHeaders.split(";", -1)) {
            canonical.append(name).append(':').append(header(request, name)).append('\n');
        }
        canonical.append('\n').append(signedHeaders).append('\n').append(hex(sha256(request.wireBody())));
        String toSign = "AWS4-HMAC-SHA256\n" + date + "\n" + authorization.group(2) + "\n"
                + hex(sha256(canonical.toString().getBytes(StandardCharsets.UTF_8)));
        byte[] key = ("AWS4" + secret).getBytes(StandardCharsets.UTF_8);
        for (String part : authorization.group(2).split("/", -1)) {
            key = hmac(key, part);
        }
        return date.startsWith(authorization.group(3)) && hex(hmac(key, toSign)).equals(authorization.group(7));
    }

    private static String header(PutRequest request, String name) {
        return String.join(",", request.headers().get(name)).strip().replaceAll(" +", " ");
    }

    private static byte[] sha256(byte[] bytes) {
        try {
            return MessageDigest.getInstance("SHA-256").digest(bytes);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }

    private static byte[] hmac(byte[] key, String text) {
        try {
            Mac mac = Mac.getInstance("HmacSHA256");
            mac.init(new SecretKeySpec(key, "HmacSHA256"));
            return mac.doFinal(text.getBytes(StandardCharsets.UTF_8));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }

    private static String hex(byte[] bytes) {
        return HexFormat.of().formatHex(bytes);
    }
}
