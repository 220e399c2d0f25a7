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

/** A cluster that answers at once with empty lists, unless the test holds an answer back. Records what it was asked. */
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

    /** Answers of that source wait for {@link #answer} or {@link #fail} from now on. */
    void holdBack(String source) {
        heldBack.add(source);
    }

    /** That source throws where it should return a failed future. */
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

    /** The sources in the order in which they were asked. */
    List<String> asked() {
        return List.copyOf(asked);
    }

    long timesAsked(String source) {
        return asked.stream().filter(source::equals).count();
    }

    /** Sources that were asked while their answer was still awaited. */
    Set<String> askedTwiceAtOnce() {
        return Set.copyOf(askedTwice);
    }

    /** Those sources fail at once from now on. */
    void failAtOnce(Collection<String> sources) {
        failing.addAll(sources);
    }

    /** All sources answer again. */
    void heal() {
        failing.clear();
    }

    /** Answers are those of that release from now on. */
    void upgrade(String release) {
        this.release = release;
    }

    /** That source does not exist from now on. */
    void remove(String source) {
        absent.add(source);
    }

    /** It exists again. */
    void bringBack(String source) {
        absent.remove(source);
    }

    <T> Future<Fetched<List<T>>> ask(String source) {
        asked.add(source);
        if (broken.contains(source)) {
            throw new IllegalStateException("a defect");
        }
        if (absent.contains(source)) {
            return Future.failedFuture(new SourceAbsent("as the test wants"));
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
