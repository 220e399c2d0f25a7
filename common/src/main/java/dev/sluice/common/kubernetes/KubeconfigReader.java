package dev.sluice.common.kubernetes;

import dev.sluice.common.tls.ClientTlsFiles.Part;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Base64;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;

/**
 * Reads a kubeconfig: an address, and a token or a client certificate. Refuses exec plug-ins, proxies, passwords and
 * impersonation, and names the alternative. See https://kubernetes.io/docs/reference/config-api/kubeconfig.v1/.
 */
final class KubeconfigReader {

    private static final List<String> REFUSED =
            List.of("exec", "auth-provider", "username", "password", "as", "as-uid", "as-groups");

    private final Path file;
    private final String text;

    /**
     * Creates a reader of one file.
     *
     * @param file path of the kubeconfig, for messages; relative paths in the kubeconfig start from the kubeconfig's
     *     folder
     * @param text content of the kubeconfig
     */
    KubeconfigReader(Path file, String text) {
        this.file = file.toAbsolutePath();
        this.text = text;
    }

    /**
     * Returns the access that a context defines.
     *
     * @param context context name; empty for the current context
     */
    KubernetesAccess access(String context) throws IOException {
        Map<?, ?> root = root();
        Map<?, ?> chosen = entry(root, "contexts", context.isEmpty() ? current(root) : context, "context");
        Map<?, ?> cluster = entry(root, "clusters", text(chosen, "cluster").orElse(""), "cluster");
        Optional<String> userName = text(chosen, "user");
        Map<?, ?> user = userName.isPresent() ? entry(root, "users", userName.get(), "user") : Map.of();
        for (String refused : REFUSED) {
            if (user.get(refused) != null) {
                throw problem(
                        "has a user with " + refused + ", which is not supported here; use the service account in a"
                                + " pod, and elsewhere a token, a client certificate or the address of \"kubectl proxy\"");
            }
        }
        if (text(cluster, "proxy-url").isPresent()) {
            throw problem("names a proxy-url, which is not supported");
        }
        ApiAddress address = address(cluster);
        return new KubernetesAccess(address, token(user), pem(address, cluster, user));
    }

    private String current(Map<?, ?> root) throws IOException {
        return text(root, "current-context")
                .orElseThrow(() -> problem("has no current-context; set it, or name one of its contexts"));
    }

    private ApiAddress address(Map<?, ?> cluster) throws IOException {
        String server = text(cluster, "server").orElseThrow(() -> problem("has a cluster without server"));
        boolean verify = !text(cluster, "insecure-skip-tls-verify").orElse("").equals("true");
        try {
            ApiAddress at = ApiAddress.of(server);
            return new ApiAddress(at.tls(), at.host(), at.port(), at.path(), text(cluster, "tls-server-name"), verify);
        } catch (IllegalArgumentException e) {
            throw problem("has a server that is not http:// or https:// with a host");
        }
    }

    private Optional<TextOrFile> token(Map<?, ?> user) {
        return text(user, "tokenFile")
                .<TextOrFile>map(path -> new TextOrFile.InFile(file.resolveSibling(path)))
                .or(() -> text(user, "token").map(TextOrFile.Text::new));
    }

    private Map<Part, TextOrFile> pem(ApiAddress address, Map<?, ?> cluster, Map<?, ?> user) throws IOException {
        Map<Part, TextOrFile> pem = new EnumMap<>(Part.class);
        if (address.verify()) {
            pem(cluster, "certificate-authority").ifPresent(found -> pem.put(Part.CA, found));
        }
        pem(user, "client-certificate").ifPresent(found -> pem.put(Part.CERTIFICATE, found));
        pem(user, "client-key").ifPresent(found -> pem.put(Part.KEY, found));
        if (pem.containsKey(Part.CERTIFICATE) != pem.containsKey(Part.KEY)) {
            throw problem("has a client certificate or a key, but not both");
        }
        return pem;
    }

    /**
     * Returns a PEM text. The key with the suffix {@code -data} has base64 and takes precedence over the key with a
     * file.
     */
    private Optional<TextOrFile> pem(Map<?, ?> map, String key) throws IOException {
        Optional<String> data = text(map, key + "-data");
        if (data.isEmpty()) {
            return text(map, key).map(path -> new TextOrFile.InFile(file.resolveSibling(path)));
        }
        try {
            byte[] decoded = Base64.getMimeDecoder().decode(data.get());
            return Optional.of(new TextOrFile.Text(new String(decoded, StandardCharsets.UTF_8)));
        } catch (IllegalArgumentException e) {
            throw problem("has a " + key + "-data that is not base64");
        }
    }

    private Map<?, ?> root() throws IOException {
        try {
            if (new Load(LoadSettings.builder().build()).loadFromString(text) instanceof Map<?, ?> map) {
                return map;
            }
        } catch (YamlEngineException e) {
            // The parser's message quotes lines of the file, which may hold secrets.
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

    /** Returns a non-empty text, or a boolean as text. */
    private static Optional<String> text(Map<?, ?> map, String key) {
        Object value = map.get(key);
        return value instanceof String || value instanceof Boolean
                ? Optional.of(value.toString()).filter(text -> !text.isEmpty())
                : Optional.empty();
    }

    private IOException problem(String what) {
        return new IOException("the kubeconfig " + file + " " + what);
    }
}
