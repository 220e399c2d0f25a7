package dev.sluice.adapter.api;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.sluice.adapter.metrics.LabelSelector;
import dev.sluice.adapter.metrics.Lookup;
import dev.sluice.adapter.metrics.Metric;
import dev.sluice.adapter.metrics.MetricLookup;
import dev.sluice.adapter.metrics.ObjectName;
import dev.sluice.adapter.metrics.Series;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Responds from memory to requests for external.metrics.k8s.io/v1beta1 and custom.metrics.k8s.io/v1beta2. */
public final class KubernetesApi {

    private static final int OK = 200;

    private final MetricLookup lookup;
    private final Supplier<Optional<String>> unready;
    private final Discovery discovery;

    /**
     * Creates the API.
     *
     * @param unready reason why the adapter is not ready; empty if the adapter is ready
     * @param version version of the adapter
     */
    public KubernetesApi(MetricLookup lookup, Supplier<Optional<String>> unready, String version) {
        this.lookup = lookup;
        this.unready = unready;
        this.discovery = new Discovery(version);
    }

    /**
     * Returns the response to a request for a target.
     *
     * @param parameters returns a decoded parameter of the query, or an empty text; throws
     *     {@link IllegalArgumentException} if the query has a malformed escape
     */
    public ApiAnswer answer(String method, Target target, UnaryOperator<String> parameters) {
        if (!method.equals("GET") && !method.equals("HEAD")) {
            return ApiAnswer.errorWithoutResource(
                    ApiAnswer.METHOD_NOT_ALLOWED, "the server does not allow this method on the requested resource");
        }
        if (target instanceof Target.External external) {
            return external(external, parameters);
        } else if (target instanceof Target.OfObject ofObject) {
            return ofObject(ofObject, parameters);
        } else if (target instanceof Target.Document document) {
            // Ignores the Accept header, because clients treat an API group without a discovery document as broken.
            return ApiAnswer.json(OK, discovery.document(document.path(), lookup.resources()));
        } else if (target instanceof Target.Health health) {
            Optional<String> why = health.path().equals("/readyz") ? unready.get() : Optional.empty();
            return ApiAnswer.text(why.isEmpty() ? OK : ApiAnswer.UNAVAILABLE, why.orElse("ok"));
        } else if (target instanceof Target.Malformed malformed) {
            return ApiAnswer.error(ApiAnswer.BAD_REQUEST, malformed.message());
        }
        return ApiAnswer.errorWithoutResource(ApiAnswer.NOT_FOUND, "the server could not find the requested resource");
    }

    private ApiAnswer external(Target.External target, UnaryOperator<String> parameters) {
        Optional<Metric> metric = Metric.named(target.metric());
        if (metric.isEmpty()) {
            return unknown(target.metric(), "namespaces " + target.namespace(), List.of(Metric.values()));
        }
        return values(
                () -> parameters.apply("labelSelector"),
                selector -> lookup.external(metric.get(), target.namespace(), selector),
                series -> list(
                        "ExternalMetricValueList",
                        Discovery.EXTERNAL + "/" + Discovery.EXTERNAL_VERSION,
                        series.map(KubernetesApi::external)));
    }

    private ApiAnswer ofObject(Target.OfObject target, UnaryOperator<String> parameters) {
        ObjectName object = target.object();
        Optional<Metric> metric = Metric.named(target.metric()).filter(Metric::ofNodeSets);
        if (metric.isEmpty()) {
            return unknown(target.metric(), object.resource() + " " + object.name(), Metric.ofObjects());
        }
        return values(
                () -> {
                    if (object.name().equals(ObjectName.ALL)
                            && !parameters.apply("labelSelector").isEmpty()) {
                        throw new IllegalArgumentException("the adapter has no labels of objects; request an object by"
                                + " name, or use metricLabelSelector");
                    }
                    return parameters.apply("metricLabelSelector");
                },
                selector -> lookup.object(object, metric.get(), selector),
                series -> list(
                        "MetricValueList",
                        Discovery.CUSTOM + "/" + Discovery.CUSTOM_VERSION,
                        series.map(KubernetesApi::ofObject)));
    }

    private static ApiAnswer unknown(String metric, String object, List<Metric> available) {
        return ApiAnswer.error(
                ApiAnswer.NOT_FOUND,
                "the server could not find the metric " + metric + " for " + object + "; available: "
                        + available.stream().map(Metric::metricName).collect(Collectors.joining(", ")));
    }

    private static ApiAnswer values(
            Supplier<String> selector,
            Function<LabelSelector, Lookup> question,
            Function<Stream<Series>, String> list) {
        try {
            Lookup found = question.apply(LabelSelector.parse(selector.get()));
            if (found instanceof Lookup.Refused refused) {
                int status = switch (refused.reason()) {
                    case INVALID -> ApiAnswer.BAD_REQUEST;
                    case NOT_FOUND -> ApiAnswer.NOT_FOUND;
                    case UNAVAILABLE -> ApiAnswer.UNAVAILABLE;
                };
                return ApiAnswer.error(status, refused.message());
            }
            return ApiAnswer.json(OK, list.apply(((Lookup.Found) found).series().stream()));
        } catch (IllegalArgumentException e) {
            return ApiAnswer.error(ApiAnswer.BAD_REQUEST, String.valueOf(e.getMessage()));
        }
    }

    private static String list(String kind, String apiVersion, Stream<ObjectNode> items) {
        ObjectNode list =
                JsonNodeFactory.instance.objectNode().put("kind", kind).put("apiVersion", apiVersion);
        list.putObject("metadata");
        ArrayNode all = list.putArray("items");
        items.forEach(all::add);
        return list.toString();
    }

    private static ObjectNode external(Series series) {
        ObjectNode value = JsonNodeFactory.instance
                .objectNode()
                .put("metricName", series.metric().metricName());
        ObjectNode labels = value.putObject("metricLabels");
        series.labels().forEach(labels::put);
        return value.put("timestamp", time(series)).put("value", Long.toString(series.value()));
    }

    private static ObjectNode ofObject(Series series) {
        ObjectNode value = JsonNodeFactory.instance.objectNode();
        series.object()
                .ifPresent(object -> value.putObject("describedObject")
                        .put("kind", object.kind())
                        .put("namespace", object.namespace())
                        .put("name", object.name())
                        .put("apiVersion", object.apiVersion()));
        value.putObject("metric").put("name", series.metric().metricName()).putNull("selector");
        return value.put("timestamp", time(series)).put("value", Long.toString(series.value()));
    }

    /** Formats a time as RFC 3339 in whole seconds, like metav1.Time. */
    private static String time(Series series) {
        return series.observedAt().truncatedTo(ChronoUnit.SECONDS).toString();
    }
}
