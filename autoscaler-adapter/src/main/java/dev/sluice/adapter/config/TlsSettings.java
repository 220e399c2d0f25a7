package dev.sluice.adapter.config;

import java.nio.file.Path;
import java.util.Set;

/** The source of the Kubernetes API's certificate. */
public sealed interface TlsSettings {

    /**
     * PEM files, read again when they change.
     *
     * @param certFile certificate, followed by intermediate certificates
     * @param keyFile private key of the certificate
     */
    record Files(Path certFile, Path keyFile) implements TlsSettings {}

    /**
     * A certificate that the adapter issues itself. The replicas of the adapter share the certificate authority in a
     * Secret.
     *
     * @param namespace namespace of the Service and the Secret
     * @param service name of the adapter's Service
     * @param groups API groups whose APIServices may point to the Service
     */
    record SelfSigned(String namespace, String service, Set<ApiGroup> groups) implements TlsSettings {

        public SelfSigned {
            groups = Set.copyOf(groups);
        }
    }
}
