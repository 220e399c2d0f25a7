package dev.sluice.simulator.kubernetes.api;

import static dev.sluice.simulator.kubernetes.api.Trees.member;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Serves lists in pages. */
final class Lists {
    private final ObjectStore store;

    Lists(ObjectStore store) {
        this.store = store;
    }

    Map<String, Object> answer(ApiRequest request) throws ApiException {
        Selector selector = selector(request);
        checkVersion(request);
        String text = request.parameter("continue");
        Optional<ContinueToken> token = text.isEmpty() ? Optional.empty() : Optional.of(ContinueToken.parse(text));
        // Reads the store once, so that version and objects are consistent.
        synchronized (store) {
            long version = token.map(ContinueToken::version).filter(v -> v > 0).orElse(store.version());
            Optional<List<StoredObject>> objects = store.listAt(request.type(), version);
            if (objects.isEmpty()) {
                throw ApiException.expiredPage(
                        token.map(t -> t.ofCurrent().text()).orElse(""));
            }
            List<StoredObject> wanted = objects.get().stream()
                    .filter(request::concerns)
                    .filter(selector::selects)
                    .filter(o -> token.isEmpty()
                            || o.key().position().compareTo(token.get().after()) > 0)
                    .toList();
            return page(request, wanted, version, limit(request));
        }
    }

    static Selector selector(ApiRequest request) throws ApiException {
        try {
            String fields = request.parameter("fieldSelector");
            return Selector.of(request.parameter("labelSelector"), fields);
        } catch (Selector.BadSelectorException bad) {
            throw ApiException.badRequest(String.valueOf(bad.getMessage()));
        }
    }

    private void checkVersion(ApiRequest request) throws ApiException {
        String text = request.parameter("resourceVersion");
        if (!text.isEmpty() && !text.matches("[0-9]{1,18}")) {
            throw ApiException.badListVersion(text);
        }
        long asked = text.isEmpty() ? 0 : Long.parseLong(text);
        if (asked > store.version()) {
            throw ApiException.futureVersion(asked, store.version());
        }
        if (request.parameter("resourceVersionMatch").equals("Exact")
                && store.listAt(request.type(), asked).isEmpty()) {
            throw ApiException.expired();
        }
    }

    private static int limit(ApiRequest request) throws ApiException {
        String text = request.parameter("limit");
        if (text.isEmpty() || request.parameter("resourceVersion").equals("0")) {
            return Integer.MAX_VALUE;
        }
        try {
            int limit = Integer.parseInt(text);
            return limit > 0 ? limit : Integer.MAX_VALUE;
        } catch (NumberFormatException notANumber) {
            throw ApiException.badRequest("strconv.ParseInt: parsing \"" + text + "\": invalid syntax");
        }
    }

    private static Map<String, Object> page(ApiRequest request, List<StoredObject> wanted, long version, int limit) {
        boolean whole = wanted.size() <= limit;
        List<StoredObject> shown = whole ? wanted : wanted.subList(0, limit);
        ResourceType type = request.type();
        List<Object> items = new ArrayList<>();
        shown.forEach(object -> items.add(type.custom() ? object.complete() : object.versioned()));
        Map<String, Object> metadata = metadata(request, wanted.size() - shown.size(), version, shown, whole);
        String kind = type.kind() + "List";
        return type.custom()
                ? Trees.object(
                        member("apiVersion", type.groupVersion()),
                        member("items", items),
                        member("kind", kind),
                        member("metadata", metadata))
                : Trees.object(
                        member("kind", kind),
                        member("apiVersion", type.groupVersion()),
                        member("metadata", metadata),
                        member("items", items));
    }

    private static Map<String, Object> metadata(
            ApiRequest request, int remaining, long version, List<StoredObject> shown, boolean whole) {
        Map<String, Object> metadata = Trees.object("resourceVersion", Long.toString(version));
        if (whole) {
            return request.type().custom() ? Trees.with(metadata, "continue", "") : metadata;
        }
        ObjectKey last = shown.get(shown.size() - 1).key();
        metadata = Trees.with(
                metadata, "continue", ContinueToken.after(version, last).text());
        // Like the real server, counts the remaining objects only if the request has no selector.
        boolean counted = request.parameter("labelSelector").isEmpty()
                && request.parameter("fieldSelector").isEmpty();
        return counted ? Trees.with(metadata, "remainingItemCount", remaining) : metadata;
    }
}
