package dev.sluice.adapter.access;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.adapter.Pki;
import dev.sluice.adapter.demand.MovableTime;
import java.security.cert.X509Certificate;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;

class CertificateVerifierTest {

    private static final X509Certificate LEAF = Pki.certificate("renewed");
    private static final X509Certificate BEFORE = Pki.certificate("renewed-ca-before");
    private static final X509Certificate AFTER = Pki.certificate("renewed-ca");

    private final CertificateVerifier verifier =
            new CertificateVerifier(Clock.fixed(Instant.parse("2027-01-01T00:00:00Z"), ZoneOffset.UTC));

    /** A bundle can contain the previous certificate of an authority long after the certificate has expired. */
    @Test
    void anAuthorityThatWasRenewedWithItsKeyVouchesOn() {
        assertThat(verifier.flaw(List.of(LEAF), List.of(BEFORE, AFTER))).isEmpty();
        assertThat(verifier.flaw(List.of(LEAF), List.of(AFTER, BEFORE))).isEmpty();
        assertThat(verifier.flaw(List.of(LEAF), List.of(AFTER))).isEmpty();
    }

    @Test
    void anAuthorityThatIsOverVouchesForNobody() {
        assertThat(verifier.flaw(List.of(LEAF), List.of(BEFORE))).hasValue("no authority is valid now");
    }

    @Test
    void anAuthorityBelowVouchesWhereTheClientPresentsIt() {
        List<X509Certificate> chain = Pki.chain("below");
        List<X509Certificate> authorities = List.of(Pki.certificate("proxy-ca"));

        assertThat(verifier.flaw(chain, authorities)).isEmpty();
        assertThat(verifier.flaw(chain.subList(0, 1), authorities)).isPresent();
    }

    /** As in Go's crypto/x509: a certificate among the trusted authorities needs no other certificate. */
    @Test
    void aCertificateAmongTheAuthoritiesIsGood() {
        assertThat(verifier.flaw(List.of(LEAF), List.of(LEAF, BEFORE))).isEmpty();
    }

    @Test
    void remembersTheNewestResultsOnly() {
        for (int i = 1; i <= 300; i++) {
            verifier.flaw(Collections.nCopies(i, LEAF), List.of(AFTER));
        }

        assertThat(verifier.size()).isEqualTo(256);
    }

    @Test
    void aCertificateForServersIsNoClients() {
        assertThat(verifier.flaw(List.of(Pki.certificate("for-servers")), List.of(Pki.certificate("proxy-ca"))))
                .hasValue("it is not for client authentication");
    }

    @Test
    void anAuthorityVouchesForItselfWhileItIsValid() {
        assertThat(verifier.flaw(List.of(AFTER), List.of(AFTER))).isEmpty();
        assertThat(verifier.flaw(List.of(BEFORE), List.of(BEFORE))).isPresent();
    }

    /** The certificate is valid from 14:45:54 on 20 November 2026, for one day. */
    @Test
    void aCertificateIsGoodInItsOwnTimeAlone() {
        MovableTime time = new MovableTime(Instant.parse("2026-11-20T14:45:53Z"));
        CertificateVerifier moving = new CertificateVerifier(time.clock());
        List<X509Certificate> chain = List.of(Pki.certificate("one-day"));
        List<X509Certificate> authorities = List.of(Pki.certificate("proxy-ca"));

        assertThat(moving.flaw(chain, authorities)).isPresent();
        time.setClock(Instant.parse("2026-11-20T14:45:54Z"));
        assertThat(moving.flaw(chain, authorities)).isEmpty();
        time.setClock(Instant.parse("2026-11-21T14:45:53Z"));
        assertThat(moving.flaw(chain, authorities)).isEmpty();
        time.setClock(Instant.parse("2026-11-21T14:45:55Z"));
        assertThat(moving.flaw(chain, authorities)).isPresent();
    }

    @Test
    void anAuthorityThatBecomesValidIsLookedAtAgain() {
        MovableTime time = new MovableTime(AFTER.getNotBefore().toInstant().minusSeconds(60));
        CertificateVerifier moving = new CertificateVerifier(time.clock());
        assertThat(moving.flaw(List.of(LEAF), List.of(AFTER))).isPresent();
        time.setClock(LEAF.getNotBefore().toInstant().plusSeconds(60));
        assertThat(moving.flaw(List.of(LEAF), List.of(AFTER))).isEmpty();
    }
}
