package dev.sluice.exporter.poll;

import dev.sluice.exporter.model.FailureKind;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * A cluster that immediately responds with empty lists, unless the test holds a response back. Records the received
 * requests.
 */
final class FakeCluster {

    private final List<String> asked = new CopyOnWriteArrayList<>();
    private final Set<String> heldBack = ConcurrentHashMap.newKeySet();
    private final Set<String> absent = ConcurrentHashMap.newKeySet();
    private final Set<String> failing = ConcurrentHashMap.newKeySet();
    private final Set<String> broken = ConcurrentHashMap.newKeySet();
    private final Map<String, Waiting> waiting = new ConcurrentHashMap<>();
    private final Set<String> askedTwice = ConcurrentHashMap.newKeySet();

    private volatile String release = "26.05.5";

    private record Waiting(Context context, Promise<Void> answer) {}

    /** From now on, responses of the source wait for {@link #answer} or {@link #fail}. */
    void holdBack(String source) {
        heldBack.add(source);
    }

    /** From now on, the source throws an exception instead of returning a failed future. */
    void throwFrom(String source) {
        broken.add(source);
    }

    void answer(String source) {
        Waiting question = next(source);
        question.context().runOnContext(unused -> question.answer().complete());
    }

    void fail(String source, FailureKind kind) {
        Waiting question = next(source);
        question.context().runOnContext(unused -> question.answer().fail(new FetchFailure(kind, "as the test wants")));
    }

    private Waiting next(String source) {
        return Objects.requireNonNull(waiting.remove(source), source + " was not asked");
    }

    boolean isWaiting(String source) {
        return waiting.containsKey(source);
    }

    /** Returns the sources in the order of their requests. */
    List<String> asked() {
        return List.copyOf(asked);
    }

    long timesAsked(String source) {
        return asked.stream().filter(source::equals).count();
    }

    /** Returns the sources that had a request before the end of the previous request. */
    Set<String> askedTwiceAtOnce() {
        return Set.copyOf(askedTwice);
    }

    /** From now on, the sources fail immediately. */
    void failAtOnce(Collection<String> sources) {
        failing.addAll(sources);
    }

    /** From now on, all sources respond again. */
    void heal() {
        failing.clear();
    }

    /** From now on, sends the responses of the release. */
    void upgrade(String release) {
        this.release = release;
    }

    /** From now on, the source does not exist. */
    void remove(String source) {
        absent.add(source);
    }

    /** From now on, the source exists again. */
    void bringBack(String source) {
        absent.remove(source);
    }

    <T> Future<Fetched<List<T>>> ask(String source) {
        asked.add(source);
        if (broken.contains(source)) {
            throw new IllegalStateException("a defect");
        }
        if (absent.contains(source)) {
            return Future.failedFuture(FetchFailure.absent("as the test wants"));
        }
        if (failing.contains(source)) {
            return Future.failedFuture(new FetchFailure(FailureKind.UNEXPECTED_STATUS, "as the test wants"));
        }
        Fetched<List<T>> nothing = new Fetched<>(Optional.of(List.of()), "v0.0.45", release, 2, 0, Optional.empty());
        if (!heldBack.contains(source)) {
            return Future.succeededFuture(nothing);
        }
        Promise<Void> answer = Promise.promise();
        Context context = Objects.requireNonNull(Vertx.currentContext(), "asked outside of the event loop");
        if (waiting.put(source, new Waiting(context, answer)) != null) {
            askedTwice.add(source);
        }
        return answer.future().map(unused -> nothing);
    }
}
