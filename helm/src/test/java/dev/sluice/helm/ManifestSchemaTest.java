package dev.sluice.helm;

import static java.util.Map.entry;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.google.gson.JsonElement;
import com.google.gson.JsonParser;
import io.fabric8.openshift.api.model.monitoring.v1.PodMonitor;
import io.fabric8.openshift.api.model.monitoring.v1.PrometheusRule;
import io.fabric8.openshift.api.model.monitoring.v1.ServiceMonitor;
import io.kubernetes.client.openapi.JSON;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Tests the fields of every object. An object has only fields of its kind, with the right types, and has all required
 * fields. The models of Kubernetes' own client and of the Prometheus Operator define the fields. For the few other
 * kinds, this test lists the fields.
 */
class ManifestSchemaTest {

    private static final ObjectMapper JACKSON = new ObjectMapper();
    private static final Map<String, Class<?>> OF_THE_PROMETHEUS_OPERATOR = Map.of(
            "ServiceMonitor", ServiceMonitor.class,
            "PodMonitor", PodMonitor.class,
            "PrometheusRule", PrometheusRule.class);

    private static final Set<String> GOOGLES_MONITORING =
            Set.of("selector", "selector.matchLabels", "targetLabels", "targetLabels.metadata", "endpoints");

    /** PageOutsideTest checks the content of lists. */
    private static final Set<String> GATEWAY_ROUTE = Set.of("parentRefs", "hostnames", "rules");

    /**
     * The fields from the CustomResourceDefinitions of Slinky 1.2, cert-manager 1.19, grafana-operator 5, KEDA 2.20,
     * Google's prometheus-engine 0.17, Azure Service Operator 2 and Gateway API 1. ManagedPrometheusTest checks the
     * content of lists.
     */
    private static final Map<String, Set<String>> FIELDS_OF_OTHERS = Map.ofEntries(
            entry(
                    "slinky.slurm.net/v1beta1 Token",
                    Set.of("username", "lifetime", "refresh", "jwtKeyRef", "secretRef", "jwtKeyRef.*", "secretRef.*")),
            entry("cert-manager.io/v1 Issuer", Set.of("selfSigned", "ca", "ca.secretName")),
            entry(
                    "cert-manager.io/v1 Certificate",
                    Set.of(
                            "isCA",
                            "commonName",
                            "dnsNames",
                            "secretName",
                            "duration",
                            "usages",
                            "privateKey",
                            "privateKey.*",
                            "issuerRef",
                            "issuerRef.*")),
            entry(
                    "grafana.integreatly.org/v1beta1 GrafanaDashboard",
                    Set.of(
                            "allowCrossNamespaceImport",
                            "folder",
                            "instanceSelector",
                            "instanceSelector.*",
                            "configMapRef",
                            "configMapRef.*")),
            entry(
                    "keda.sh/v1alpha1 ScaledObject",
                    Set.of(
                            "scaleTargetRef",
                            "scaleTargetRef.*",
                            "minReplicaCount",
                            "maxReplicaCount",
                            "pollingInterval",
                            "cooldownPeriod",
                            "fallback",
                            "fallback.*",
                            "advanced",
                            "advanced.*",
                            "triggers")),
            entry("monitoring.googleapis.com/v1 PodMonitoring", GOOGLES_MONITORING),
            entry("monitoring.googleapis.com/v1 ClusterPodMonitoring", GOOGLES_MONITORING),
            entry("monitoring.googleapis.com/v1 Rules", Set.of("groups")),
            entry("monitoring.googleapis.com/v1 ClusterRules", Set.of("groups")),
            entry(
                    "alertsmanagement.azure.com/v1api20230301 PrometheusRuleGroup",
                    Set.of("location", "owner", "owner.armId", "scopesReferences", "enabled", "interval", "rules")),
            entry("gateway.networking.k8s.io/v1 HTTPRoute", GATEWAY_ROUTE));

    static List<Installation> all() {
        return Installation.all();
    }

    @ParameterizedTest
    @MethodSource("all")
    void everyObjectIsValid(Installation installation) throws Exception {
        for (Manifest manifest : installation.manifests()) {
            assertThat(problems(manifest)).as("%s", manifest).isEmpty();
        }
    }

    @Test
    void whatIsWrongWouldBeFound() throws Exception {
        String deployment =
                "{apiVersion: apps/v1, kind: Deployment, metadata: {name: a}, spec: {replicaz: 1, selector: {},"
                        + " template: {}}}";
        assertThat(problems(deployment)).anyMatch(problem -> problem.contains("replicaz"));
        String monitor = "{apiVersion: monitoring.coreos.com/v1, kind: ServiceMonitor, spec: {endpoints: [{intervall:"
                + " 5s}]}}";
        assertThat(problems(monitor)).anyMatch(problem -> problem.contains("intervall"));
        assertThat(problems("{apiVersion: slinky.slurm.net/v1beta1, kind: Token, spec: {user: x}}"))
                .containsExactly("spec.user");
        assertThatThrownBy(() -> problems("{apiVersion: example.org/v1, kind: Unheard}"))
                .hasMessageContaining("Unheard");
    }

    private static List<String> problems(String yaml) throws Exception {
        return problems(new Manifest(Yaml.document(yaml)));
    }

    /** Returns the problems of one object. */
    static List<String> problems(Manifest manifest) throws Exception {
        Class<?> operators = OF_THE_PROMETHEUS_OPERATOR.get(manifest.kind());
        if (operators != null) {
            List<String> unknown = new ArrayList<>();
            collectUnknown(JACKSON.convertValue(manifest.tree(), operators), unknown);
            return unknown;
        }
        Set<String> fields = FIELDS_OF_OTHERS.get(manifest.apiVersion() + " " + manifest.kind());
        return fields != null ? unlisted(manifest, fields) : problemsOfKubernetes(manifest);
    }

    private static List<String> problemsOfKubernetes(Manifest manifest) throws Exception {
        String version = manifest.apiVersion().replaceFirst(".*/", "").toUpperCase(Locale.ROOT);
        Class<?> model = Class.forName("io.kubernetes.client.openapi.models." + version + manifest.kind());
        String json = json(manifest);
        try {
            model.getMethod("validateJsonElement", JsonElement.class).invoke(null, JsonParser.parseString(json));
            return JSON.getGson().fromJson(json, model) == null ? List.of("nothing in it") : List.of();
        } catch (InvocationTargetException e) {
            return List.of(String.valueOf(e.getCause()));
        }
    }

    private static String json(Manifest manifest) throws JsonProcessingException {
        return JACKSON.writeValueAsString(manifest.tree());
    }

    private static List<String> unlisted(Manifest manifest, Set<String> fields) {
        Set<String> found = new TreeSet<>();
        manifest.spec().forEach((key, value) -> {
            if (!fields.contains(key)) {
                found.add("spec." + key);
            }
            if (value instanceof Map<?, ?> inner && !fields.contains(key + ".*")) {
                inner.keySet().stream()
                        .filter(name -> !fields.contains(key + "." + name))
                        .forEach(name -> found.add("spec." + key + "." + name));
            }
        });
        return List.copyOf(found);
    }

    /** The models store unknown fields in a separate map. This map must be empty. */
    private static void collectUnknown(Object value, List<String> unknown) throws Exception {
        if (value instanceof List<?> list) {
            for (Object each : list) {
                collectUnknown(each, unknown);
            }
        } else if (value.getClass().getName().startsWith("io.fabric8.")) {
            for (Method getter : value.getClass().getMethods()) {
                if (getter.getName().startsWith("get") && getter.getParameterCount() == 0) {
                    Object inner = getter.invoke(value);
                    if (getter.getName().equals("getAdditionalProperties")) {
                        ((Map<?, ?>) inner).keySet().forEach(key -> unknown.add(String.valueOf(key)));
                    } else if (inner != null && !(inner instanceof Class)) {
                        collectUnknown(inner, unknown);
                    }
                }
            }
        }
    }
}
