package dev.sluice.adapter.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.adapter.Pki;
import dev.sluice.adapter.demand.MovableTime;
import dev.sluice.adapter.server.TrustWatch.Trust;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class FrontProxyTest {

    private static final X509Certificate LEAF = Pki.certificate("renewed");
    private static final X509Certificate BEFORE = Pki.certificate("renewed-ca-before");
    private static final X509Certificate AFTER = Pki.certificate("renewed-ca");

    private final MovableTime time = new MovableTime(Instant.parse("2027-01-01T00:00:00Z"));
    private Trust trust = new Trust(List.of(Pki.certificate("proxy-ca")), List.of("front-proxy-client"));
    private final FrontProxy proxy = new FrontProxy(() -> trust, time);

    private boolean presents(String certificate) {
        return proxy.presents(List.of(Pki.certificate(certificate)));
    }

    @ParameterizedTest
    @ValueSource(strings = {"stranger", "other-name", "for-servers", "one-day", "next-front-proxy", "jane"})
    void onlyItsOwnCertificateCounts(String other) {
        assertThat(presents(other)).isFalse();
        assertThat(presents("front-proxy")).isTrue();
        assertThat(presents(other)).isFalse();
        assertThat(proxy.presents(List.of())).isFalse();
    }

    @Test
    void anyNameIsBelievedWhereNoneIsNamed() {
        trust = new Trust(trust.authorities(), List.of());
        assertThat(presents("other-name")).isTrue();
    }

    @Test
    void aCertificateCountsWhileItsAuthorityDoes() {
        assertThat(presents("front-proxy")).isTrue();
        trust = Trust.NOBODY;
        assertThat(presents("front-proxy")).isFalse();
        trust = new Trust(List.of(Pki.certificate("proxy-ca")), List.of());
        assertThat(presents("front-proxy")).isTrue();
        time.advance(Duration.ofDays(100_000));
        assertThat(presents("front-proxy")).isFalse();
    }

    private static Optional<String> flaw(List<X509Certificate> chain, List<X509Certificate> authorities) {
        return FrontProxy.flaw(chain, authorities, Instant.parse("2027-01-01T00:00:00Z"));
    }

    /** A bundle can contain the previous certificate of an authority long after the certificate has expired. */
    @Test
    void anAuthorityThatWasRenewedWithItsKeyVouchesOn() {
        assertThat(flaw(List.of(LEAF), List.of(BEFORE, AFTER))).isEmpty();
        assertThat(flaw(List.of(LEAF), List.of(AFTER, BEFORE))).isEmpty();
        assertThat(flaw(List.of(LEAF), List.of(AFTER))).isEmpty();
    }

    @Test
    void anAuthorityThatIsOverVouchesForNobody() {
        assertThat(flaw(List.of(LEAF), List.of(BEFORE))).hasValue("no authority is valid now");
    }

    @Test
    void anAuthorityBelowVouchesWhereTheClientPresentsIt() {
        List<X509Certificate> chain = Pki.chain("below");
        List<X509Certificate> authorities = List.of(Pki.certificate("proxy-ca"));

        assertThat(flaw(chain, authorities)).isEmpty();
        assertThat(flaw(chain.subList(0, 1), authorities)).isPresent();
    }

    /** As in Go's crypto/x509: a certificate among the trusted authorities needs no other certificate. */
    @Test
    void aCertificateAmongTheAuthoritiesIsGood() {
        assertThat(flaw(List.of(LEAF), List.of(LEAF, BEFORE))).isEmpty();
    }

    @Test
    void aCertificateForServersIsNoClients() {
        assertThat(flaw(List.of(Pki.certificate("for-servers")), List.of(Pki.certificate("proxy-ca"))))
                .hasValue("it is not for client authentication");
    }

    @Test
    void anAuthorityVouchesForItselfWhileItIsValid() {
        assertThat(flaw(List.of(AFTER), List.of(AFTER))).isEmpty();
        assertThat(flaw(List.of(BEFORE), List.of(BEFORE))).isPresent();
    }

    /** The certificate is valid from 14:45:54 on 20 November 2026, for one day. */
    @ParameterizedTest
    @CsvSource({
        "2026-11-20T14:45:53Z, false",
        "2026-11-20T14:45:54Z, true",
        "2026-11-21T14:45:53Z, true",
        "2026-11-21T14:45:55Z, false",
    })
    void aCertificateIsGoodInItsOwnTimeAlone(Instant now, boolean good) {
        assertThat(FrontProxy.flaw(List.of(Pki.certificate("one-day")), List.of(Pki.certificate("proxy-ca")), now)
                        .isEmpty())
                .isEqualTo(good);
    }
}
