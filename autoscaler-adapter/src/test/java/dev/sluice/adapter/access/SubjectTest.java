package dev.sluice.adapter.access;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.adapter.Pki;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The rules of k8s.io/apiserver in pkg/authentication/request/x509. */
class SubjectTest {

    /** The digits are from the output of {@code openssl x509 -in jane.pem -noout -fingerprint -sha256}. */
    @Test
    void namesAUserAndTheGroups() {
        assertThat(new Subject(Pki.certificate("jane")).user())
                .contains(
                        new User(
                                "jane",
                                "",
                                List.of("dev", "ops"),
                                Map.of(
                                        "authentication.kubernetes.io/credential-id",
                                        List.of(
                                                "X509SHA256=ffa723469e07f739a538acf771acb4b3ac584c59568eb59dd0fb036518c85627"))));
    }

    @Test
    void namesNobodyWithoutACommonName() {
        Subject nameless = new Subject(Pki.certificate("nameless"));

        assertThat(nameless.commonName()).isEmpty();
        assertThat(nameless.user()).isEmpty();
    }
}
