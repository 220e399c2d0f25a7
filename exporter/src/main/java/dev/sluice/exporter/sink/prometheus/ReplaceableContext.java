package dev.sluice.exporter.sink.prometheus;

import dev.sluice.common.tls.ServerCertificate;
import java.security.SecureRandom;
import java.util.function.Supplier;
import javax.net.ssl.KeyManager;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLContextSpi;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLServerSocketFactory;
import javax.net.ssl.SSLSessionContext;
import javax.net.ssl.SSLSocketFactory;
import javax.net.ssl.TrustManager;
import org.jspecify.annotations.Nullable;

/** Creates every connection with a server's current certificate. The JDK's server requests a context only once. */
final class ReplaceableContext extends SSLContext {

    ReplaceableContext(Supplier<ServerCertificate> current) {
        this(new Spi(current));
    }

    private ReplaceableContext(Spi spi) {
        super(spi, spi.present().getProvider(), spi.present().getProtocol());
    }

    private static final class Spi extends SSLContextSpi {

        private final Supplier<ServerCertificate> current;
        private ServerCertificate certificate;
        private SSLContext context;

        Spi(Supplier<ServerCertificate> current) {
            this.current = current;
            this.certificate = current.get();
            this.context = certificate.context();
        }

        private synchronized SSLContext present() {
            ServerCertificate now = current.get();
            if (!now.equals(certificate)) {
                certificate = now;
                context = now.context();
            }
            return context;
        }

        @Override
        protected void engineInit(
                KeyManager @Nullable [] keys, TrustManager @Nullable [] trust, @Nullable SecureRandom random) {
            throw new IllegalStateException("the supplied context is already initialised");
        }

        @Override
        protected SSLSocketFactory engineGetSocketFactory() {
            return present().getSocketFactory();
        }

        @Override
        protected SSLServerSocketFactory engineGetServerSocketFactory() {
            return present().getServerSocketFactory();
        }

        @Override
        protected SSLEngine engineCreateSSLEngine() {
            return present().createSSLEngine();
        }

        @Override
        protected SSLEngine engineCreateSSLEngine(String host, int port) {
            return present().createSSLEngine(host, port);
        }

        @Override
        protected SSLSessionContext engineGetServerSessionContext() {
            return present().getServerSessionContext();
        }

        @Override
        protected SSLSessionContext engineGetClientSessionContext() {
            return present().getClientSessionContext();
        }
    }
}
