package dev.sluice.exporter.kubernetes.decode;

import dev.sluice.exporter.json.WantedMembers;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The members to read in a document of an API server, and the positions of Kubernetes objects in the document. */
public final class FieldTree {

    private static final Set<KubeField> IDENTITY = Set.of(KubeField.NAMESPACE, KubeField.NAME, KubeField.VERSION);

    private final WantedMembers<KubeField> root = new WantedMembers<>();
    private @Nullable WantedMembers<KubeField> object;
    private boolean stream;

    /** Adds fields with paths relative to the document. */
    public FieldTree with(Collection<KubeField> fields) {
        fields.forEach(field -> root.with(field, field.path()));
        return this;
    }

    /** Adds the objects at a path, such as the items of a list: their names, versions and the given fields. */
    public FieldTree withObject(List<String> path, Collection<KubeField> fields) {
        WantedMembers<KubeField> found = root.at(path);
        Stream.concat(IDENTITY.stream(), fields.stream()).forEach(field -> found.with(field, field.path()));
        object = found;
        return this;
    }

    /** Returns the tree for a stream of documents. */
    public FieldTree ofStream() {
        stream = true;
        return this;
    }

    WantedMembers<KubeField> root() {
        return root;
    }

    /** Returns true if the node is a Kubernetes object. */
    boolean isObject(WantedMembers<KubeField> members) {
        return members == object;
    }

    /** Returns true for a stream of documents. */
    boolean stream() {
        return stream;
    }
}
