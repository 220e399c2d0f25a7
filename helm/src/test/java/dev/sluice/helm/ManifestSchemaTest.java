package dev.sluice.helm;

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

    /**
     * The fields from the CustomResourceDefinitions of Slinky 1.2, cert-manager 1.19, grafana-operator 5, KEDA 2.20,
     * Google's prometheus-engine 0.17, Azure Service Operator 2 and Gateway API 1. ManagedPrometheusTest and
     * PageOutsideTest check the content of lists.
     */
    private static final Map<String, Object> FIELDS_OF_OTHERS = Yaml.document("""
            slinky.slurm.net/v1beta1 Token:
              username lifetime refresh jwtKeyRef jwtKeyRef.* jwtHs256KeyRef jwtHs256KeyRef.* secretRef secretRef.*
            cert-manager.io/v1 Issuer: selfSigned ca ca.secretName
            cert-manager.io/v1 Certificate:
              isCA commonName dnsNames secretName duration usages privateKey privateKey.* issuerRef issuerRef.*
            grafana.integreatly.org/v1beta1 GrafanaDashboard:
              allowCrossNamespaceImport folder instanceSelector instanceSelector.* configMapRef configMapRef.*
            keda.sh/v1alpha1 ScaledObject:
              scaleTargetRef scaleTargetRef.* minReplicaCount maxReplicaCount pollingInterval cooldownPeriod
              advanced advanced.* triggers
            monitoring.googleapis.com/v1 PodMonitoring: &monitoring
              selector selector.matchLabels targetLabels targetLabels.metadata endpoints
            monitoring.googleapis.com/v1 ClusterPodMonitoring: *monitoring
            monitoring.googleapis.com/v1 Rules: groups
            monitoring.googleapis.com/v1 ClusterRules: groups
            alertsmanagement.azure.com/v1api20230301 PrometheusRuleGroup:
              location owner owner.armId scopesReferences enabled interval rules
            gateway.networking.k8s.io/v1 HTTPRoute: parentRefs hostnames rules
            """);

    @EachInstallation
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
        String fields = Yaml.text(FIELDS_OF_OTHERS, manifest.apiVersion() + " " + manifest.kind());
        return fields.isEmpty() ? problemsOfKubernetes(manifest) : unlisted(manifest, Set.of(fields.split(" ", -1)));
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
