package dev.sluice.common.kubernetes;

import io.fabric8.kubernetes.api.model.AuthInfo;
import io.fabric8.kubernetes.api.model.Cluster;
import io.fabric8.kubernetes.api.model.Config;
import io.fabric8.kubernetes.api.model.NamedAuthInfo;
import io.fabric8.kubernetes.api.model.NamedCluster;
import io.fabric8.kubernetes.api.model.NamedContext;
import io.fabric8.kubernetes.client.internal.KubeConfigUtils;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A kubeconfig that the client can use. The client itself ignores a missing context, cluster or user, and uses its
 * defaults. See https://kubernetes.io/docs/reference/config-api/kubeconfig.v1/.
 *
 * @param context name of the context in use
 */
record Kubeconfig(Path file, String context, AuthInfo user) {

    /**
     * @param context context name; empty for the current context
     * @throws IOException if the kubeconfig is incomplete; the message contains no secret
     */
    static Kubeconfig parse(Path file, String context) throws IOException {
        Kubeconfig unknown = new Kubeconfig(file, context, new AuthInfo());
        Config root;
        try {
            root = KubeConfigUtils.parseConfig(file.toFile());
        } catch (RuntimeException e) {
            // The parser's message quotes lines of the file, which may hold secrets.
            throw unknown.problem("is not YAML as kubectl writes it");
        }
        String name = context.isEmpty()
                ? Optional.ofNullable(root.getCurrentContext()).orElse("")
                : context;
        if (name.isEmpty()) {
            throw unknown.problem("has no current-context; set it, or name one of its contexts");
        }
        NamedContext chosen = unknown.entry("contexts", root.getContexts(), NamedContext::getName, name);
        NamedCluster cluster = unknown.entry(
                "clusters",
                root.getClusters(),
                NamedCluster::getName,
                chosen.getContext().getCluster());
        unknown.check(cluster.getCluster());
        String userName = chosen.getContext().getUser();
        AuthInfo user = userName == null || userName.isEmpty()
                ? new AuthInfo()
                : unknown.entry("users", root.getUsers(), NamedAuthInfo::getName, userName)
                        .getUser();
        unknown.check(user);
        return new Kubeconfig(file, name, user);
    }

    private void check(Cluster cluster) throws IOException {
        if (cluster.getServer() == null || cluster.getServer().isEmpty()) {
            throw problem("has a cluster without server");
        }
        if (!isAddress(cluster.getServer())) {
            throw problem("has a server that is not http:// or https:// with a host");
        }
        if (cluster.getTlsServerName() != null) {
            throw problem("has a cluster with tls-server-name, which is not supported;"
                    + " use a server name of the certificate in server");
        }
    }

    private static boolean isAddress(String server) {
        try {
            URI uri = URI.create(server);
            return uri.getHost() != null
                    && ("https".equalsIgnoreCase(uri.getScheme()) || "http".equalsIgnoreCase(uri.getScheme()));
        } catch (IllegalArgumentException e) {
            return false;
        }
    }

    private void check(AuthInfo user) throws IOException {
        if (user.getAs() != null || user.getUsername() != null) {
            throw problem("has a user with " + (user.getAs() == null ? "username" : "as") + ", which is not supported");
        }
        boolean certificate = user.getClientCertificate() != null || user.getClientCertificateData() != null;
        boolean key = user.getClientKey() != null || user.getClientKeyData() != null;
        if (certificate != key) {
            throw problem("has a client certificate or a key, but not both");
        }
    }

    private <T> T entry(String list, @Nullable List<T> entries, Function<T, @Nullable String> names, String name)
            throws IOException {
        return Optional.ofNullable(entries).orElse(List.of()).stream()
                .filter(entry -> name.equals(names.apply(entry)))
                .findFirst()
                .orElseThrow(() -> problem("has no entry \"" + name + "\" in its " + list));
    }

    IOException problem(String what) {
        return new IOException("the kubeconfig " + file + " " + what);
    }
}
