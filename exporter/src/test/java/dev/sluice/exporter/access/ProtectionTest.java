package dev.sluice.exporter.access;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.common.tls.ServerCertificate;
import dev.sluice.exporter.access.Protection.Refusal;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ProtectionTest {

    @TempDir
    @SuppressWarnings("NullAway.Init")
    private Path folder;

    @ParameterizedTest
    @ValueSource(
            strings = {
                "Bearer new-Token._~+/9=",
                "bearer old",
                "BEARER  old",
                "Basic b3BzOnDDpHNz",
                "basic b3BzOnDDpHNz"
            })
    void admitsWhoKnowsAnyLineOfTheFiles(String header) throws IOException {
        // printf 'ops:päss' | base64
        Protection protection = protectedBy("old\n\nnew-Token._~+/9=\n", "p\u00e4ss\r\nother\n");

        assertThat(judge(protection, header)).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "Bearer",
                "Bearer ",
                "Bearer wrong",
                "Bearer ol",
                "Bearer oldd",
                "Bearer OLD",
                "Bearer old\u00e9",
                "Bearer ops:p",
                "old",
                "Token old",
                "Basic",
                "Basic old",
                "Basic !!!",
                "Basic b3BzOg==",
                "Basic b3BzOnA=, Basic b3BzOnA="
            })
    void refusesWhatIsNotAccepted(String header) throws IOException {
        // The last two headers contain the credentials "ops:", and a list of two Basic credentials.
        assertThat(judge(protectedBy("old\n", "p\n"), header)).contains(Refusal.WRONG_CREDENTIALS);
    }

    @ParameterizedTest
    @CsvSource({"ops:p,true", "'ops:p ',false", "Ops:p,false", "ops:P,false", "p:ops,false", "ops:,false", ":p,false"})
    void takesNameAndPasswordTogether(String pair, boolean admitted) throws IOException {
        String header = "Basic " + Base64.getEncoder().encodeToString(pair.getBytes(UTF_8));

        assertThat(judge(protectedBy("t\n", "p\n"), header).isEmpty()).isEqualTo(admitted);
    }

    @Test
    void refusesARequestThatSaysNothingOrTooMuch() throws IOException {
        Protection protection = protectedBy("old\n", "p\n");

        assertThat(protection.judge(List.of(), () -> true)).contains(Refusal.NO_CREDENTIALS);
        assertThat(protection.judge(List.of("Bearer old", "Bearer old"), () -> true))
                .contains(Refusal.WRONG_CREDENTIALS);
    }

    @Test
    void asksForWhatItAccepts() throws IOException {
        assertThat(protectedBy("t\n", "p\n").challenges())
                .containsExactly("Basic realm=\"sluice\", charset=\"UTF-8\"", "Bearer realm=\"sluice\"");
        assertThat(Protection.none().challenges()).isEmpty();
        assertThat(Protection.none().judge(List.of("Bearer x"), () -> false)).isEmpty();
    }

    @Test
    void countsRefusalsThatCanBe() throws IOException {
        Protection protection = protectedBy("t\n", "p\n");

        protection.count(Refusal.WRONG_CREDENTIALS);
        protection.count(Refusal.WRONG_CREDENTIALS);

        assertThat(protection.refused()).isEqualTo(Map.of("no_credentials", 0L, "wrong_credentials", 2L));
        assertThat(Protection.none().refused()).isEmpty();
    }

    @Test
    void takesTokensThatChange() throws IOException {
        MountedSecret secret = new MountedSecret(folder.resolve("secret"), Map.of("token", "old\n"));
        Protection protection =
                Protection.of("api", listen(Optional.empty(), Optional.of(tokens(secret.file("token")))), false);

        secret.replace(Map.of("token", "old\nnew\n"));
        protection.look();
        assertThat(judge(protection, "Bearer old")).isEmpty();
        assertThat(judge(protection, "Bearer new")).isEmpty();

        secret.replace(Map.of("token", "new\n"));
        protection.look();
        assertThat(judge(protection, "Bearer old")).contains(Refusal.WRONG_CREDENTIALS);
        assertThat(judge(protection, "Bearer new")).isEmpty();
    }

    @Test
    void keepsWhatWasThereWhereFilesBecomeUnusableAndCountsThatOnce() throws IOException {
        Path token = Files.writeString(folder.resolve("token"), "old\n");
        Protection protection = Protection.of("api", listen(Optional.empty(), Optional.of(tokens(token))), false);

        Files.writeString(token, "\n");
        protection.look();
        assertThat(protection.failures()).as("somebody may just be writing").isZero();
        protection.look();
        protection.look();
        assertThat(protection.failures()).isEqualTo(1);
        assertThat(judge(protection, "Bearer old")).isEmpty();

        Files.delete(token);
        protection.look();
        protection.look();
        assertThat(protection.failures()).isEqualTo(2);
        assertThat(judge(protection, "Bearer old")).isEmpty();

        Files.writeString(token, "new\n");
        protection.look();
        assertThat(judge(protection, "Bearer new")).isEmpty();
        assertThat(judge(protection, "Bearer old")).contains(Refusal.WRONG_CREDENTIALS);
    }

    @Test
    void namesTheKeyOfEveryFileThatCannotBeUsed() throws IOException {
        Path empty = Files.writeString(folder.resolve("empty"), " \n\n");
        Path words = Files.writeString(folder.resolve("words"), "t0p secret\n");
        ListenConfig listen = listen(
                Optional.of(tls("server", "other-server-key")),
                Optional.of(new ListenConfig.Auth(
                        Optional.of(words), Optional.of(new ListenConfig.Auth.Basic("ops", empty)))));

        assertThat(Protection.problems("prometheus", listen))
                .containsExactly(
                        "prometheus.tls.keyFile: the file " + TlsClient.pem("other-server-key")
                                + " holds a key that does not match the certificate in tls.certFile",
                        "prometheus.auth.bearerTokenFile: the file " + words + " has a line that is not a token;"
                                + " expected letters, digits and -._~+/, without spaces",
                        "prometheus.auth.basic.passwordFile: the file " + empty + " is empty");
        assertThatThrownBy(() -> Protection.of("prometheus", listen, false))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("tls.keyFile")
                .hasMessageContaining("passwordFile")
                .hasMessageNotContaining("t0p");
    }

    @Test
    void saysWhatIsNoCertificateOrKey() throws IOException {
        Path junk = Files.writeString(folder.resolve("junk"), "junk");
        Path key = TlsClient.pem("server-key");
        Path certificate = TlsClient.pem("server");

        assertThat(problem(new ListenConfig.Tls(junk, key, Optional.empty())))
                .isEqualTo("api.tls.certFile: the file " + junk + " holds no certificate (PEM)");
        assertThat(problem(new ListenConfig.Tls(certificate, junk, Optional.empty())))
                .isEqualTo("api.tls.keyFile: the file " + junk + " holds no unencrypted private key (PEM)");
        assertThat(problem(new ListenConfig.Tls(certificate, key, Optional.of(junk))))
                .isEqualTo("api.tls.clientCaFile: the file " + junk + " holds no certificate (PEM)");
        assertThat(problem(new ListenConfig.Tls(folder.resolve("none"), key, Optional.empty())))
                .isEqualTo("api.tls.certFile: the file " + folder.resolve("none") + " cannot be read");
    }

    @Test
    void aCertificateWhoseKeyDoesNotFitIsNotTaken() throws IOException {
        MountedSecret secret = new MountedSecret(
                folder.resolve("secret"),
                Map.of("tls.crt", TlsClient.text("server"), "tls.key", TlsClient.text("server-key")));
        ListenConfig.Tls tls = new ListenConfig.Tls(secret.file("tls.crt"), secret.file("tls.key"), Optional.empty());
        Protection protection = Protection.of("api", listen(Optional.of(tls), Optional.empty()), false);
        ServerCertificate first = protection.certificate().orElseThrow();

        secret.replace(Map.of("tls.crt", TlsClient.text("other-server"), "tls.key", TlsClient.text("server-key")));
        assertThat(protection.look()).contains(first);

        secret.replace(
                Map.of("tls.crt", TlsClient.text("other-server"), "tls.key", TlsClient.text("other-server-key")));
        ServerCertificate second = protection.look().orElseThrow();
        assertThat(second).isNotEqualTo(first);
        assertThat(protection.look()).as("nothing new").contains(second);
        assertThat(second.keyManager().getCertificateChain("server"))
                .containsExactly(TlsClient.certificate("other-server"));
    }

    @ParameterizedTest
    @CsvSource({
        "rsa, rsa-key, ''",
        "rsa, rsa-pkcs1-key, ''",
        "ec, ec-key, ''",
        "ec, ec-sec1-key, ''",
        "ec, ec-parameters-key, ''",
        "ed25519, ed25519-key, ''",
        "rsa, ec-key, holds a key that does not match the certificate in tls.certFile",
        "ec, rsa-pkcs1-key, holds a key that does not match the certificate in tls.certFile",
        "rsa, ec-sec1-key, holds a key that does not match the certificate in tls.certFile",
        "ed25519, rsa-key, holds a key that does not match the certificate in tls.certFile",
        "rsa, rsa-encrypted-key, holds no unencrypted private key (PEM)"
    })
    void readsKeysInEveryFormThatBelongToTheCertificate(String certificate, String key, String problem) {
        assertThat(Protection.problems("api", form(certificate, key)))
                .hasSize(problem.isEmpty() ? 0 : 1)
                .allMatch(line -> line.startsWith("api.tls.keyFile: ") && line.endsWith(" " + problem));
    }

    private static ListenConfig form(String certificate, String key) {
        Path forms = Path.of("src", "test", "resources", "access");
        return listen(
                Optional.of(new ListenConfig.Tls(
                        forms.resolve(certificate + ".pem"), forms.resolve(key + ".pem"), Optional.empty())),
                Optional.empty());
    }

    private static String problem(ListenConfig.Tls tls) {
        return String.join("\n", Protection.problems("api", listen(Optional.of(tls), Optional.empty())));
    }

    private Protection protectedBy(String tokens, String passwords) throws IOException {
        Path token = Files.writeString(folder.resolve("token"), tokens);
        Path password = Files.writeString(folder.resolve("password"), passwords);
        return Protection.of(
                "api",
                listen(
                        Optional.empty(),
                        Optional.of(new ListenConfig.Auth(
                                Optional.of(token), Optional.of(new ListenConfig.Auth.Basic("ops", password))))),
                false);
    }

    private static Optional<Refusal> judge(Protection protection, String header) {
        return protection.judge(List.of(header), () -> false);
    }

    private static ListenConfig listen(Optional<ListenConfig.Tls> tls, Optional<ListenConfig.Auth> auth) {
        return new ListenConfig("127.0.0.1", 0, tls, auth);
    }

    private static ListenConfig.Tls tls(String certificate, String key) {
        return new ListenConfig.Tls(TlsClient.pem(certificate), TlsClient.pem(key), Optional.empty());
    }

    private static ListenConfig.Auth tokens(Path file) {
        return new ListenConfig.Auth(Optional.of(file), Optional.empty());
    }
}
