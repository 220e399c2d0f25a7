package dev.sluice.adapter.config;

import java.nio.file.Path;
import java.util.Set;

/** Where the certificate comes from with which the Kubernetes API is served. */
public sealed interface TlsSettings {

    /**
     * PEM files, read again when they change.
     *
     * @param certFile the certificate, and behind it those of the authorities between it and the root
     * @param keyFile its private key
     */
    record Files(Path certFile, Path keyFile) implements TlsSettings {}

    /**
     * Made by the adapter itself, from an authority that its replicas share in a Secret.
     *
     * @param namespace of the Service and the Secret
     * @param service the Service that leads to the adapter
     * @param groups the API groups whose APIServices may lead there
     */
    record SelfSigned(String namespace, String service, Set<ApiGroup> groups) implements TlsSettings {

        public SelfSigned {
            groups = Set.copyOf(groups);
        }
    }
}
