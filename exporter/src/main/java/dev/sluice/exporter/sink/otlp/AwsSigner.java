package dev.sluice.exporter.sink.otlp;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.time.Clock;
import java.util.LinkedHashMap;
import java.util.Map;
import software.amazon.awssdk.auth.credentials.AwsCredentialsProvider;
import software.amazon.awssdk.auth.credentials.DefaultCredentialsProvider;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.http.ContentStreamProvider;
import software.amazon.awssdk.http.SdkHttpMethod;
import software.amazon.awssdk.http.SdkHttpRequest;
import software.amazon.awssdk.http.auth.aws.signer.AwsV4HttpSigner;
import software.amazon.awssdk.http.auth.spi.signer.HttpSigner;
import software.amazon.awssdk.http.auth.spi.signer.SignedRequest;
import software.amazon.awssdk.identity.spi.AwsCredentialsIdentity;
import software.amazon.awssdk.utils.SdkAutoCloseable;

/** Signs requests with AWS Signature Version 4. The credentials come from the AWS SDK's standard chain. */
final class AwsSigner implements RequestSigner {

    private final OtlpSettings.Signing signing;
    private final AwsCredentialsProvider credentials;
    private final Clock clock;
    private final AwsV4HttpSigner signer = AwsV4HttpSigner.create();

    AwsSigner(OtlpSettings.Signing signing, AwsCredentialsProvider credentials, Clock clock) {
        this.signing = signing;
        this.credentials = credentials;
        this.clock = clock;
    }

    /** Takes credentials from the environment, web identity, container (Pod Identity), profile or instance. */
    static AwsSigner of(OtlpSettings.Signing signing, Clock clock) {
        return new AwsSigner(signing, DefaultCredentialsProvider.builder().build(), clock);
    }

    @Override
    public Map<String, String> sign(URI uri, Map<String, String> headers, byte[] body) {
        SdkHttpRequest.Builder request =
                SdkHttpRequest.builder().method(SdkHttpMethod.POST).uri(uri);
        headers.forEach(request::putHeader);
        AwsCredentialsIdentity identity = identity();
        SignedRequest signed = signer.sign(in -> in.identity(identity)
                .request(request.build())
                .payload(ContentStreamProvider.fromByteArray(body))
                .putProperty(AwsV4HttpSigner.SERVICE_SIGNING_NAME, signing.service())
                .putProperty(AwsV4HttpSigner.REGION_NAME, signing.region())
                .putProperty(HttpSigner.SIGNING_CLOCK, clock));
        Map<String, String> all = new LinkedHashMap<>();
        signed.request().forEachHeader((name, values) -> all.put(name, String.join(",", values)));
        return all;
    }

    private AwsCredentialsIdentity identity() {
        try {
            return credentials.resolveCredentials();
        } catch (SdkException e) {
            String why = RequestResult.shortened(String.valueOf(e.getMessage()));
            throw new UncheckedIOException("no AWS credentials: " + why, new IOException(e));
        }
    }

    @Override
    public void close() {
        if (credentials instanceof SdkAutoCloseable closeable) {
            closeable.close();
        }
    }
}
