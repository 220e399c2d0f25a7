package dev.sluice.exporter.kubernetes;

import java.util.Optional;

/**
 * What shows who we are.
 *
 * @param token bearer token
 * @param certificate client certificate
 * @param authorities PEM text of the authorities that vouch for the API server from now on; empty where that does not
 *     change
 */
record Credential(Optional<String> token, Optional<KeyPair> certificate, Optional<String> authorities) {

    static final Credential NONE = new Credential(Optional.empty(), Optional.empty());

    Credential(Optional<String> token, Optional<KeyPair> certificate) {
        this(token, certificate, Optional.empty());
    }

    /**
     * PEM texts of a client certificate and its key.
     */
    record KeyPair(String certificate, String key) {

        @Override
        public String toString() {
            return "KeyPair";
        }
    }

    Credential withToken(String token) {
        return new Credential(Optional.of(token), certificate, authorities);
    }

    Credential withAuthorities(String pem) {
        return new Credential(token, certificate, Optional.of(pem));
    }

    /** Without what it holds, so that no log ever shows it. */
    @Override
    public String toString() {
        return "Credential";
    }
}
