package dev.sluice.adapter.api;

import dev.sluice.adapter.metrics.BadSelector;
import dev.sluice.adapter.metrics.LabelSelector;
import dev.sluice.adapter.metrics.Lookup;
import dev.sluice.adapter.metrics.Metric;
import dev.sluice.adapter.metrics.MetricLookup;
import dev.sluice.adapter.metrics.ObjectName;
import dev.sluice.adapter.metrics.Series;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/** Responds from memory to requests for external.metrics.k8s.io/v1beta1 and custom.metrics.k8s.io/v1beta2. */
public final class KubernetesApi {

    private static final int OK = 200;

    private final MetricLookup lookup;
    private final Supplier<Optional<String>> unready;
    private final Documents documents;
    private final List<AggregatedDiscovery> discovery;

    /**
     * Creates the API.
     *
     * @param unready reason why the adapter is not ready; empty if the adapter is ready
     * @param version version of the adapter
     */
    public KubernetesApi(MetricLookup lookup, Supplier<Optional<String>> unready, String version) {
        this.lookup = lookup;
        this.unready = unready;
        this.documents = new Documents(version);
        this.discovery = AggregatedDiscovery.VERSIONS.stream()
                .map(AggregatedDiscovery::new)
                .toList();
    }

    /** Returns the response to a request for a target. */
    public ApiAnswer answer(Target target, ApiRequest request) {
        if (!request.reads()) {
            return StatusErrors.withoutDetails(
                    StatusErrors.METHOD_NOT_ALLOWED, "the server does not allow this method on the requested resource");
        }
        if (target instanceof Target.External external) {
            return external(external, request);
        } else if (target instanceof Target.OfObject ofObject) {
            return ofObject(ofObject, request);
        } else if (target instanceof Target.Document document) {
            return document(document.path(), request);
        } else if (target instanceof Target.Health health) {
            Optional<String> why = health.path().equals("/readyz") ? unready.get() : Optional.empty();
            return ApiAnswer.text(why.isEmpty() ? OK : StatusErrors.UNAVAILABLE, why.orElse("ok"));
        } else if (target instanceof Target.Malformed malformed) {
            return StatusErrors.of(StatusErrors.BAD_REQUEST, malformed.message());
        }
        return StatusErrors.withoutDetails(StatusErrors.NOT_FOUND, "the server could not find the requested resource");
    }

    private ApiAnswer document(String path, ApiRequest request) {
        if (path.equals(Documents.GROUPS_PATH)) {
            for (MediaRange range : MediaRange.acceptedBy(request)) {
                for (int i = 0; i < discovery.size(); i++) {
                    if (range.isDiscovery(AggregatedDiscovery.VERSIONS.get(i))) {
                        return discovery.get(i).answer(request);
                    }
                }
                if (range.isJson()) {
                    break;
                }
            }
        }
        // Ignores the Accept header, because clients treat an API group without a discovery document as broken.
        return ApiAnswer.json(OK, documents.at(path));
    }

    private ApiAnswer external(Target.External target, ApiRequest request) {
        Optional<Metric> metric = Metric.named(target.metric());
        if (metric.isEmpty()) {
            return StatusErrors.of(
                    StatusErrors.NOT_FOUND,
                    "the server could not find the metric " + target.metric() + " for namespaces " + target.namespace()
                            + "; available: " + names(List.of(Metric.values())));
        }
        return values(
                request,
                "labelSelector",
                selector -> lookup.external(metric.get(), target.namespace(), selector),
                ValueList::external);
    }

    private ApiAnswer ofObject(Target.OfObject target, ApiRequest request) {
        ObjectName object = target.object();
        Optional<Metric> metric = Metric.named(target.metric()).filter(Metric::ofNodeSets);
        if (metric.isEmpty()) {
            return StatusErrors.of(
                    StatusErrors.NOT_FOUND,
                    "the server could not find the metric " + target.metric() + " for " + object.resource() + " "
                            + object.name() + "; available: " + names(Metric.ofObjects()));
        }
        if (object.name().equals(ObjectName.ALL)
                && parameter(request, "labelSelector").isPresent()) {
            return StatusErrors.of(
                    StatusErrors.BAD_REQUEST,
                    "the adapter has no labels of objects; request an object by name, or use metricLabelSelector");
        }
        return values(
                request,
                "metricLabelSelector",
                selector -> lookup.object(object, metric.get(), selector),
                ValueList::ofObjects);
    }

    private ApiAnswer values(
            ApiRequest request,
            String selectorParameter,
            Function<LabelSelector, Lookup> question,
            Function<List<Series>, byte[]> list) {
        if (MediaRange.acceptedBy(request).stream().noneMatch(MediaRange::isJson)) {
            return StatusErrors.withoutDetails(
                    StatusErrors.NOT_ACCEPTABLE, "only the following media types are accepted: " + ApiAnswer.JSON);
        }
        try {
            LabelSelector selector = LabelSelector.parse(
                    QueryString.parameter(request.query(), selectorParameter).orElse(""));
            return answer(question.apply(selector), list);
        } catch (BadSelector e) {
            return StatusErrors.of(StatusErrors.BAD_REQUEST, e.sentence());
        } catch (IllegalArgumentException e) {
            return StatusErrors.of(StatusErrors.BAD_REQUEST, "the query has a malformed escape");
        }
    }

    private static ApiAnswer answer(Lookup lookup, Function<List<Series>, byte[]> list) {
        if (lookup instanceof Lookup.Refused refused) {
            int status = switch (refused.reason()) {
                case INVALID -> StatusErrors.BAD_REQUEST;
                case NOT_FOUND -> StatusErrors.NOT_FOUND;
                case UNAVAILABLE -> StatusErrors.UNAVAILABLE;
            };
            return StatusErrors.of(status, refused.message());
        }
        return ApiAnswer.json(OK, list.apply(((Lookup.Found) lookup).series()));
    }

    private static Optional<String> parameter(ApiRequest request, String name) {
        try {
            return QueryString.parameter(request.query(), name);
        } catch (IllegalArgumentException e) {
            // The parser of the selector reports this problem.
            return Optional.empty();
        }
    }

    private static String names(List<Metric> metrics) {
        return metrics.stream().map(Metric::metricName).collect(Collectors.joining(", "));
    }
}
