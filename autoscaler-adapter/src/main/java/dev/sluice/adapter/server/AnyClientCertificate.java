package dev.sluice.adapter.server;

import java.net.Socket;
import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.X509ExtendedTrustManager;

/**
 * Lets a client show any certificate. Whether it counts is decided for each request, because the authorities that vouch for
 * it may change while connections live on, and because a client whose certificate does not count may still have a token. That the
 * client has the certificate's key is TLS's own business and is not left out.
 */
final class AnyClientCertificate extends X509ExtendedTrustManager {

    private static final X509Certificate[] NOBODY = {};

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String keyType) {
        // Any.
    }

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String keyType, Socket socket) {
        // Any.
    }

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String keyType, SSLEngine engine) {
        // Any.
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

    /** Named to clients, they could make them keep their certificate back. */
    @Override
    public X509Certificate[] getAcceptedIssuers() {
        return NOBODY;
    }
}
