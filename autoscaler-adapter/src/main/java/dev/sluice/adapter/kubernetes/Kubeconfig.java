package dev.sluice.adapter.kubernetes;

import dev.sluice.adapter.kubernetes.KubernetesAccess.KeyPair;
import dev.sluice.adapter.kubernetes.KubernetesAccess.Secret;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;

/**
 * Reads the current context of a kubeconfig: an address, and a token or a client certificate. Everything else that a
 * kubeconfig may have, such as exec plugins, is refused with a clear word. See
 * https://kubernetes.io/docs/reference/config-api/kubeconfig.v1/.
 */
final class Kubeconfig {

    private static final List<String> REFUSED =
            List.of("exec", "auth-provider", "username", "password", "as", "as-uid", "as-groups");
    private static final int HTTPS_PORT = 443;
    private static final int HTTP_PORT = 80;

    private final Path file;

    Kubeconfig(Path file) {
        this.file = file.toAbsolutePath();
    }

    KubernetesAccess access() throws IOException {
        Map<?, ?> root = root();
        String current =
                text(root, "current-context").orElseThrow(() -> problem("has no current-context; set the one to use"));
        Map<?, ?> context = entry(root, "contexts", current, "context");
        Map<?, ?> cluster = entry(root, "clusters", text(context, "cluster").orElse(""), "cluster");
        Optional<String> userName = text(context, "user");
        Map<?, ?> user = userName.isPresent() ? entry(root, "users", userName.get(), "user") : Map.of();
        for (String refused : REFUSED) {
            if (user.containsKey(refused)) {
                throw problem("has a user with " + refused
                        + ", which is not supported here; use a token or a client certificate");
            }
        }
        if (cluster.containsKey("proxy-url")) {
            throw problem("names a proxy-url, which is not supported");
        }
        return access(cluster, user);
    }

    private KubernetesAccess access(Map<?, ?> cluster, Map<?, ?> user) throws IOException {
        URI server = server(cluster);
        boolean tls = server.getScheme().equals("https");
        Optional<Secret> certificate = pem(user, "client-certificate");
        Optional<Secret> key = pem(user, "client-key");
        if (certificate.isPresent() != key.isPresent()) {
            throw problem("has a client certificate or a key, but not both");
        }
        Optional<Secret> token = text(user, "tokenFile")
                .map(path -> (Secret) new Secret.InFile(resolved(path)))
                .or(() -> text(user, "token").map(Secret.Fixed::new));
        return new KubernetesAccess(
                tls,
                server.getHost().replaceFirst("^\\[(.*)]$", "$1"),
                server.getPort() >= 0 ? server.getPort() : tls ? HTTPS_PORT : HTTP_PORT,
                server.getRawPath().replaceFirst("/+$", ""),
                pem(cluster, "certificate-authority"),
                text(cluster, "tls-server-name"),
                !text(cluster, "insecure-skip-tls-verify").orElse("").equals("true"),
                token,
                certificate.flatMap(chain -> key.map(secret -> new KeyPair(chain, secret))));
    }

    private URI server(Map<?, ?> cluster) throws IOException {
        String text = text(cluster, "server").orElseThrow(() -> problem("has a cluster without server"));
        try {
            URI server = URI.create(text);
            if (server.getHost() != null
                    && server.getScheme() != null
                    && List.of("http", "https").contains(server.getScheme())) {
                return server;
            }
        } catch (IllegalArgumentException e) {
            // As bad as a URL of another kind.
        }
        throw problem("has a server that is not http:// or https:// with a host");
    }

    private Map<?, ?> root() throws IOException {
        String text;
        try {
            text = Files.readString(file);
        } catch (IOException e) {
            throw new IOException("the kubeconfig " + file + " cannot be read", e);
        }
        try {
            if (new Load(LoadSettings.builder().build()).loadFromString(text) instanceof Map<?, ?> map) {
                return map;
            }
        } catch (YamlEngineException e) {
            // Its message quotes lines of the file, where there may be secrets.
        }
        throw problem("is not YAML as kubectl writes it");
    }

    private Map<?, ?> entry(Map<?, ?> root, String list, String name, String member) throws IOException {
        if (root.get(list) instanceof List<?> items) {
            for (Object item : items) {
                if (item instanceof Map<?, ?> map
                        && name.equals(text(map, "name").orElse(""))
                        && map.get(member) instanceof Map<?, ?> found) {
                    return found;
                }
            }
        }
        throw problem("has no entry \"" + name + "\" in its " + list);
    }

    /** A PEM text: in base64 under the key with {@code -data}, which goes first, or in a file. */
    private Optional<Secret> pem(Map<?, ?> map, String key) throws IOException {
        Optional<String> data = text(map, key + "-data");
        if (data.isEmpty()) {
            return text(map, key).map(path -> new Secret.InFile(resolved(path)));
        }
        try {
            byte[] decoded = Base64.getMimeDecoder().decode(data.get());
            return Optional.of(new Secret.Fixed(new String(decoded, StandardCharsets.UTF_8)));
        } catch (IllegalArgumentException e) {
            throw problem("has a " + key + "-data that is not base64");
        }
    }

    private static Optional<String> text(Map<?, ?> map, String key) {
        Object value = map.get(key);
        return value instanceof String || value instanceof Boolean ? Optional.of(value.toString()) : Optional.empty();
    }

    private Path resolved(String path) {
        return file.resolveSibling(path);
    }

    private IOException problem(String what) {
        return new IOException("the kubeconfig " + file + " " + what);
    }
}
