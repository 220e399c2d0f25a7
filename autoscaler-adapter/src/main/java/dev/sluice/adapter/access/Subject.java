package dev.sluice.adapter.access;

import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import javax.naming.NamingException;
import javax.naming.directory.Attribute;
import javax.naming.ldap.LdapName;
import javax.naming.ldap.Rdn;

/** The subject of a client certificate. */
final class Subject {

    private static final String CREDENTIAL = "authentication.kubernetes.io/credential-id";

    private final X509Certificate certificate;

    Subject(X509Certificate certificate) {
        this.certificate = certificate;
    }

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
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(certificate.getEncoded()));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every JDK has SHA-256, and this certificate was read from its bytes", e);
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
