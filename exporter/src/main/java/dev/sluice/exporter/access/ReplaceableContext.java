package dev.sluice.exporter.access;

import dev.sluice.common.tls.CipherSuites;
import java.security.KeyManagementException;
import java.security.SecureRandom;
import java.util.function.Supplier;
import javax.net.ssl.KeyManager;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLContextSpi;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLServerSocketFactory;
import javax.net.ssl.SSLSessionContext;
import javax.net.ssl.SSLSocketFactory;
import javax.net.ssl.TrustManager;
import org.jspecify.annotations.Nullable;

/**
 * An SSLContext that creates every connection with the current context of a supplier, and with Sluice's cipher suites.
 * The JDK's server requests a context only once.
 */
final class ReplaceableContext extends SSLContext {

    /**
     * @param certificates true to request a client certificate; a client without one gets an HTTP error, not a TLS
     *     failure
     */
    ReplaceableContext(Supplier<SSLContext> present, boolean certificates) {
        super(
                new Spi(present, certificates),
                present.get().getProvider(),
                present.get().getProtocol());
    }

    private static final class Spi extends SSLContextSpi {

        private final Supplier<SSLContext> present;
        private final boolean certificates;

        Spi(Supplier<SSLContext> present, boolean certificates) {
            this.present = present;
            this.certificates = certificates;
        }

        @Override
        protected void engineInit(
                KeyManager @Nullable [] keys, TrustManager @Nullable [] trust, @Nullable SecureRandom random)
                throws KeyManagementException {
            throw new KeyManagementException("the supplied context is already initialised");
        }

        @Override
        protected SSLSocketFactory engineGetSocketFactory() {
            return present.get().getSocketFactory();
        }

        @Override
        protected SSLServerSocketFactory engineGetServerSocketFactory() {
            return present.get().getServerSocketFactory();
        }

        @Override
        protected SSLEngine engineCreateSSLEngine() {
            return present.get().createSSLEngine();
        }

        @Override
        protected SSLEngine engineCreateSSLEngine(String host, int port) {
            return present.get().createSSLEngine(host, port);
        }

        @Override
        protected SSLSessionContext engineGetServerSessionContext() {
            return present.get().getServerSessionContext();
        }

        @Override
        protected SSLSessionContext engineGetClientSessionContext() {
            return present.get().getClientSessionContext();
        }

        @Override
        protected SSLParameters engineGetDefaultSSLParameters() {
            SSLParameters parameters = present.get().getDefaultSSLParameters();
            parameters.setWantClientAuth(certificates);
            parameters.setCipherSuites(CipherSuites.SERVER.toArray(String[]::new));
            return parameters;
        }

        @Override
        protected SSLParameters engineGetSupportedSSLParameters() {
            return present.get().getSupportedSSLParameters();
        }
    }
}
