package dev.sluice.adapter.access;

import dev.sluice.common.tls.Sha256;
import java.security.cert.CertificateEncodingException;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import javax.naming.NamingException;
import javax.naming.directory.Attribute;
import javax.naming.ldap.LdapName;
import javax.naming.ldap.Rdn;

/** The subject of a client certificate. */
record Subject(X509Certificate certificate) {

    private static final String CREDENTIAL = "authentication.kubernetes.io/credential-id";

    /** Returns the last common name, which is the most specific; empty if the subject has no common name. */
    String commonName() {
        List<String> names = values("CN");
        return names.isEmpty() ? "" : names.get(names.size() - 1);
    }

    /** Returns a user with the common name as name and the organizations as groups. */
    Optional<User> user() {
        String name = commonName();
        return name.isEmpty()
                ? Optional.empty()
                : Optional.of(
                        new User(name, "", values("O"), Map.of(CREDENTIAL, List.of("X509SHA256=" + fingerprint()))));
    }

    private String fingerprint() {
        try {
            return Sha256.hex(certificate.getEncoded());
        } catch (CertificateEncodingException e) {
            throw new IllegalStateException("it was read from its bytes", e);
        }
    }

    /** Returns the values of an attribute in the certificate's order. */
    private List<String> values(String type) {
        List<String> values = new ArrayList<>();
        try {
            for (Rdn rdn : new LdapName(certificate.getSubjectX500Principal().getName()).getRdns()) {
                Attribute attribute = rdn.toAttributes().get(type);
                if (attribute == null) {
                    continue;
                }
                for (int i = 0; i < attribute.size(); i++) {
                    if (attribute.get(i) instanceof String value) {
                        values.add(value);
                    }
                }
            }
        } catch (NamingException e) {
            return List.of();
        }
        return values;
    }
}
