package dev.sluice.exporter.sink.prometheus;

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

/** Creates every connection with the current context of a supplier. The JDK's server requests a context only once. */
final class ReplaceableContext extends SSLContext {

    ReplaceableContext(Supplier<SSLContext> present) {
        super(new Spi(present), present.get().getProvider(), present.get().getProtocol());
    }

    private static final class Spi extends SSLContextSpi {

        private final Supplier<SSLContext> present;

        Spi(Supplier<SSLContext> present) {
            this.present = present;
        }

        @Override
        protected void engineInit(
                KeyManager @Nullable [] keys, TrustManager @Nullable [] trust, @Nullable SecureRandom random) {
            throw new IllegalStateException("the supplied context is already initialised");
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
    }
}
