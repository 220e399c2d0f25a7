package dev.sluice.adapter.server;

import java.net.Socket;
import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.X509ExtendedTrustManager;

/**
 * Accepts any client certificate in the TLS handshake. The adapter verifies certificates for each request, because
 * trusted authorities can change during a connection. A client with an untrusted certificate can also have a valid
 * token. TLS still checks that the client has the certificate's key.
 */
final class AnyClientCertificate extends X509ExtendedTrustManager {

    private static final X509Certificate[] NOBODY = {};

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String keyType) {
        // Accepts any certificate.
    }

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String keyType, Socket socket) {
        // Accepts any certificate.
    }

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String keyType, SSLEngine engine) {
        // Accepts any certificate.
    }

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String keyType) throws CertificateException {
        throw new CertificateException("this is for servers");
    }

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String keyType, Socket socket) throws CertificateException {
        throw new CertificateException("this is for servers");
    }

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String keyType, SSLEngine engine)
            throws CertificateException {
        throw new CertificateException("this is for servers");
    }

    /** Returns no issuers. If the list had issuers, clients could withhold certificates of other issuers. */
    @Override
    public X509Certificate[] getAcceptedIssuers() {
        return NOBODY;
    }
}
