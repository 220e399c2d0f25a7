package dev.sluice.exporter.kubernetes.decode;

import dev.sluice.exporter.json.WantedMembers;
import java.util.Collection;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The members to read of a document of the API server, and where in it the objects of Kubernetes are. */
public final class FieldTree {

    private final WantedMembers<KubeField> root = new WantedMembers<>();
    private @Nullable WantedMembers<KubeField> object;
    private boolean stream;

    /** Adds fields whose paths start at the document. */
    public FieldTree with(Collection<KubeField> fields) {
        fields.forEach(field -> root.with(field, field.path()));
        return this;
    }

    /** Adds the fields of an object that is found at a path, such as that of each item of a list. */
    public FieldTree withObject(List<String> path, Collection<KubeField> fields) {
        WantedMembers<KubeField> found = root.at(path);
        fields.forEach(field -> found.with(field, field.path()));
        object = found;
        return this;
    }

    /** The tree of a document of which many come, one after the other. */
    public FieldTree ofStream() {
        stream = true;
        return this;
    }

    WantedMembers<KubeField> root() {
        return root;
    }

    /** Whether an object of Kubernetes stands there. */
    boolean isObject(WantedMembers<KubeField> members) {
        return members == object;
    }

    /** Whether many documents of this tree come, one after the other. */
    boolean stream() {
        return stream;
    }
}
