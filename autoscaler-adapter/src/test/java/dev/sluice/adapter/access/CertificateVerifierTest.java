package dev.sluice.adapter.access;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.adapter.Pki;
import dev.sluice.adapter.demand.MovableTime;
import java.security.cert.X509Certificate;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import org.junit.jupiter.api.Test;

class CertificateVerifierTest {

    private static final X509Certificate LEAF = Pki.certificate("renewed");
    private static final X509Certificate BEFORE = Pki.certificate("renewed-ca-before");
    private static final X509Certificate AFTER = Pki.certificate("renewed-ca");

    private final CertificateVerifier verifier =
            new CertificateVerifier(Clock.fixed(Instant.parse("2027-01-01T00:00:00Z"), ZoneOffset.UTC));

    /** A bundle may hold an authority's certificate of before, long after it is over. */
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
    void anAuthorityThatBecomesValidIsLookedAtAgain() {
        MovableTime time = new MovableTime(AFTER.getNotBefore().toInstant().minusSeconds(60));
        CertificateVerifier moving = new CertificateVerifier(time.clock());
        assertThat(moving.flaw(List.of(LEAF), List.of(AFTER))).isPresent();
        time.setClock(LEAF.getNotBefore().toInstant().plusSeconds(60));
        assertThat(moving.flaw(List.of(LEAF), List.of(AFTER))).isEmpty();
    }
}
