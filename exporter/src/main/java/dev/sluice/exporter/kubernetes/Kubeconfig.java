package dev.sluice.exporter.kubernetes;

import dev.sluice.exporter.config.yaml.YamlReader;
import io.vertx.core.Vertx;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Reads a kubeconfig file. Understood are certificates, tokens and exec plugins; what kubectl itself has given up (user
 * names with passwords, auth providers) and proxies are refused with a clear word. See
 * https://kubernetes.io/docs/reference/config-api/kubeconfig.v1/.
 */
final class Kubeconfig {

    private final Path file;
    private final Optional<String> context;

    Kubeconfig(Path file, Optional<String> context) {
        this.file = file.toAbsolutePath();
        this.context = context;
    }

    KubernetesAccess access(Vertx vertx, Clock clock) throws AccessException {
        YamlTree root = root();
        String contextName = context.or(() -> root.text("current-context"))
                .orElseThrow(() -> new AccessException(file + " has no current-context; name one of its contexts"));
        YamlTree chosen = named(root, "contexts", contextName).at("context");
        String clusterName = chosen.text("cluster").orElse("");
        YamlTree cluster = named(root, "clusters", clusterName).at("cluster");
        Optional<String> userName = chosen.text("user");
        YamlTree user =
                userName.isPresent() ? named(root, "users", userName.get()).at("user") : YamlTree.NOTHING;
        Credentials credentials = credentials(user, vertx, clock);
        Optional<Path> authorities = cluster.text("certificate-authority")
                .filter(unused -> cluster.text("certificate-authority-data").isEmpty())
                .map(this::resolved);
        return new KubernetesAccess(
                address(cluster),
                authorities.map(pem -> credentials.following(vertx, pem)).orElse(credentials));
    }

    private YamlTree root() throws AccessException {
        List<String> problems = new ArrayList<>();
        Optional<YamlTree> tree = YamlReader.read(
                        KubernetesAccess.read(file),
                        problem -> problems.add("line " + problem.position().line() + ": " + problem.message()))
                .map(YamlTree::of);
        if (!problems.isEmpty()) {
            throw new AccessException("the kubeconfig " + file + ", " + problems.get(0));
        }
        return tree.orElse(YamlTree.NOTHING);
    }

    private YamlTree named(YamlTree root, String list, String name) throws AccessException {
        return root.items(list).stream()
                .filter(item -> item.text("name").filter(name::equals).isPresent())
                .findFirst()
                .orElseThrow(() ->
                        new AccessException("the kubeconfig " + file + " has no entry \"" + name + "\" under " + list));
    }

    private ApiAddress address(YamlTree cluster) throws AccessException {
        if (cluster.text("proxy-url").isPresent()) {
            throw new AccessException("the kubeconfig " + file + " names a proxy-url, which is not supported");
        }
        String server = cluster.text("server")
                .orElseThrow(() -> new AccessException("the kubeconfig " + file + " has a cluster without server"));
        boolean verify =
                cluster.text("insecure-skip-tls-verify").filter("true"::equals).isEmpty();
        return ApiAddress.of(server, pem(cluster, "certificate-authority"), cluster.text("tls-server-name"), verify);
    }

    private Credentials credentials(YamlTree user, Vertx vertx, Clock clock) throws AccessException {
        if (user.has("auth-provider") || user.text("username").isPresent()) {
            throw new AccessException("the kubeconfig " + file
                    + " uses an auth-provider or a password, which Kubernetes itself has given up;"
                    + " use a token, a certificate or an exec plugin");
        }
        Optional<String> certificate = pem(user, "client-certificate");
        Optional<String> key = pem(user, "client-key");
        if (certificate.isPresent() != key.isPresent()) {
            throw new AccessException("the kubeconfig " + file + " has a client certificate or a key, but not both");
        }
        Credential beside = new Credential(
                user.text("token"),
                certificate.flatMap(chain -> key.map(secret -> new Credential.KeyPair(chain, secret))));
        Optional<String> tokenFile = user.text("tokenFile");
        if (tokenFile.isPresent()) {
            return Credentials.ofTokenFile(vertx, resolved(tokenFile.get()), beside);
        }
        if (user.has("exec") && beside.token().isEmpty() && beside.certificate().isEmpty()) {
            return new ExecPlugin(vertx, clock, command(user.at("exec")));
        }
        return Credentials.of(beside);
    }

    private ExecPlugin.Command command(YamlTree exec) throws AccessException {
        String command = exec.text("command")
                .orElseThrow(() -> new AccessException("the kubeconfig " + file + " has an exec without command"));
        if (exec.text("interactiveMode").filter("Always"::equals).isPresent()) {
            throw new AccessException(
                    "the exec plugin \"" + command + "\" in " + file + " wants a person at a terminal; here is none");
        }
        List<String> line = new ArrayList<>();
        // As for kubectl, a name without a slash is looked up in PATH.
        line.add(command.contains("/") ? resolved(command).toString() : command);
        line.addAll(exec.texts("args"));
        Map<String, String> variables = new LinkedHashMap<>();
        for (YamlTree variable : exec.items("env")) {
            variables.put(
                    variable.text("name").orElse(""), variable.text("value").orElse(""));
        }
        variables.remove("");
        return new ExecPlugin.Command(line, variables, exec.text("apiVersion").orElse(""));
    }

    /** A PEM text: in base64 under the key with {@code -data}, which goes first, or else in a file. */
    private Optional<String> pem(YamlTree tree, String key) throws AccessException {
        Optional<String> data = tree.text(key + "-data");
        if (data.isPresent()) {
            try {
                byte[] decoded = Base64.getMimeDecoder().decode(data.get());
                return Optional.of(new String(decoded, StandardCharsets.UTF_8));
            } catch (IllegalArgumentException e) {
                throw new AccessException("the kubeconfig " + file + " has a " + key + "-data that is not base64");
            }
        }
        Optional<String> path = tree.text(key);
        return path.isPresent() ? Optional.of(KubernetesAccess.read(resolved(path.get()))) : Optional.empty();
    }

    private Path resolved(String path) {
        Path directory = file.getParent();
        return directory == null ? Path.of(path) : directory.resolve(path);
    }
}
