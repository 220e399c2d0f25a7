package dev.sluice.exporter.kubernetes;

import java.util.Optional;

/**
 * What shows who we are.
 *
 * @param token bearer token
 * @param certificate client certificate
 */
record Credential(Optional<String> token, Optional<KeyPair> certificate) {

    static final Credential NONE = new Credential(Optional.empty(), Optional.empty());

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
        return new Credential(Optional.of(token), certificate);
    }

    /** Without what it holds, so that no log ever shows it. */
    @Override
    public String toString() {
        return "Credential";
    }
}
