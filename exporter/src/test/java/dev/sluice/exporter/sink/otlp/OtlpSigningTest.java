package dev.sluice.exporter.sink.otlp;

import static dev.sluice.exporter.sink.otlp.Pushing.eventually;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.exporter.metrics.process.OtlpMetrics.Fate;
import dev.sluice.exporter.metrics.process.OtlpMetrics.Outcome;
import dev.sluice.exporter.sink.otlp.HttpReceiver.Response;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The test sets credentials as system properties. To the SDK, these properties are equivalent to the corresponding
 * environment variables.
 */
class OtlpSigningTest {

    private static final List<String> PROPERTIES = List.of(
            "aws.accessKeyId",
            "aws.secretAccessKey",
            "aws.containerCredentialsFullUri",
            "aws.containerAuthorizationTokenFile",
            "aws.webIdentityTokenFile",
            "aws.roleArn",
            "aws.endpointUrlSts",
            "aws.region",
            "aws.disableEc2Metadata");

    @BeforeEach
    void leavesTheInstanceAlone() {
        System.setProperty("aws.disableEc2Metadata", "true");
    }

    @AfterEach
    void forgetsCredentials() {
        PROPERTIES.forEach(System::clearProperty);
    }

    @Test
    void signsEveryRequestAsTheSpecificationSays() throws GeneralSecurityException {
        System.setProperty("aws.accessKeyId", "AKIDEXAMPLE");
        System.setProperty("aws.secretAccessKey", "wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY");
        try (var receiver = HttpReceiver.start();
                var pushing = Pushing.start(
                        Pushing.signed(Pushing.withLimit(Pushing.http(receiver.port()), 300)), EveryFamily.batch())) {
            eventually(() -> assertThat(pushing.requests(Outcome.OK)).isGreaterThan(2));

            for (Received request : receiver.requests()) {
                SignatureV4 signature = SignatureV4.of(request);
                assertThat(signature.accessKey()).isEqualTo("AKIDEXAMPLE");
                assertThat(signature.scope()).isEqualTo("20261120/eu-west-1/monitoring/aws4_request");
                assertThat(request.header("x-amz-date")).isEqualTo("20261120T120000Z");
                assertThat(signature.signedHeaders())
                        .contains("host", "x-amz-date", "content-type", "content-encoding");
                assertThat(signature.signature())
                        .isEqualTo(signature.expected(request, "wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY"));
            }
        }
    }

    @Test
    void takesCredentialsFromPodIdentity(@TempDir Path directory) throws IOException, GeneralSecurityException {
        Path token = Files.writeString(directory.resolve("token"), "the-pods-token");
        try (var agent = HttpReceiver.start();
                var receiver = HttpReceiver.start()) {
            agent.answer(request -> new Response(200, Map.of(), "application/json", """
                    {"AccessKeyId":"ASIAPOD","SecretAccessKey":"secret","Token":"session","AccountId":"123456789012",
                     "Expiration":"2099-01-01T00:00:00Z"}""".getBytes(UTF_8)));
            System.setProperty(
                    "aws.containerCredentialsFullUri", "http://127.0.0.1:" + agent.port() + "/v1/credentials");
            System.setProperty("aws.containerAuthorizationTokenFile", token.toString());
            try (var pushing = Pushing.start(Pushing.signed(Pushing.http(receiver.port())), EveryFamily.batch())) {
                eventually(() -> assertThat(pushing.requests(Outcome.OK)).isPositive());
            }
            Received request = receiver.requests().get(0);
            SignatureV4 signature = SignatureV4.of(request);
            assertThat(agent.requests().get(0).header("authorization")).isEqualTo("the-pods-token");
            assertThat(signature.accessKey()).isEqualTo("ASIAPOD");
            assertThat(request.header("x-amz-security-token")).isEqualTo("session");
            assertThat(signature.signedHeaders()).contains("x-amz-security-token");
            assertThat(signature.signature()).isEqualTo(signature.expected(request, "secret"));
        }
    }

    @Test
    void takesCredentialsFromWebIdentity(@TempDir Path directory) throws IOException, GeneralSecurityException {
        Path token = Files.writeString(directory.resolve("token"), "the-service-accounts-token");
        try (var sts = HttpReceiver.start();
                var receiver = HttpReceiver.start()) {
            sts.answer(request -> new Response(200, Map.of(), "text/xml", """
                    <AssumeRoleWithWebIdentityResponse xmlns="https://sts.amazonaws.com/doc/2011-06-15/">
                      <AssumeRoleWithWebIdentityResult><Credentials>
                        <AccessKeyId>ASIAROLE</AccessKeyId><SecretAccessKey>secret</SecretAccessKey>
                        <SessionToken>session</SessionToken><Expiration>2099-01-01T00:00:00Z</Expiration>
                      </Credentials></AssumeRoleWithWebIdentityResult>
                    </AssumeRoleWithWebIdentityResponse>""".getBytes(UTF_8)));
            System.setProperty("aws.endpointUrlSts", "http://127.0.0.1:" + sts.port());
            System.setProperty("aws.region", "eu-west-1");
            System.setProperty("aws.roleArn", "arn:aws:iam::123456789012:role/sluice");
            System.setProperty("aws.webIdentityTokenFile", token.toString());
            try (var pushing = Pushing.start(Pushing.signed(Pushing.http(receiver.port())), EveryFamily.batch())) {
                eventually(() -> assertThat(pushing.requests(Outcome.OK)).isPositive());
            }
            assertThat(new String(sts.requests().get(0).sent(), UTF_8))
                    .contains("Action=AssumeRoleWithWebIdentity")
                    .contains("WebIdentityToken=the-service-accounts-token");
            SignatureV4 signature = SignatureV4.of(receiver.requests().get(0));
            assertThat(signature.accessKey()).isEqualTo("ASIAROLE");
            assertThat(signature.signature())
                    .isEqualTo(signature.expected(receiver.requests().get(0), "secret"));
        }
    }

    @Test
    void saysThatThereAreNoCredentialsAndSendsNothing() {
        try (var receiver = HttpReceiver.start();
                var pushing = Pushing.start(Pushing.signed(Pushing.http(receiver.port())), EveryFamily.batch())) {
            eventually(() -> assertThat(pushing.requests(Outcome.UNAUTHORIZED)).isPositive());
            eventually(() -> assertThat(pushing.points(Fate.LOST)).isPositive());
            assertThat(receiver.requests()).isEmpty();
        }
    }
}
