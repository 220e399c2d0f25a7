package dev.sluice.exporter.derive.scaling;

import dev.sluice.exporter.derive.scaling.need.FeatureExpression;
import dev.sluice.exporter.derive.scaling.pool.Member;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The nodes of one pool by features. Excludes ghost nodes, because a ghost node may return with other features, for
 * example after a change of the pod template.
 */
final class FeatureGroups {

    private final Map<List<String>, List<String>> nodes = new HashMap<>();

    FeatureGroups(List<Member> members) {
        for (Member member : members) {
            if (!member.node().isEmpty() && member.condition() != Member.Condition.GHOST) {
                nodes.computeIfAbsent(member.features(), unused -> new ArrayList<>())
                        .add(member.node());
            }
        }
    }

    /** Returns the nodes that do not meet a constraint, as a hostlist. */
    String lacking(String constraint) {
        List<String> lacking = new ArrayList<>();
        nodes.forEach(
                (features, names) -> lacking.addAll(FeatureExpression.isMet(constraint, features) ? List.of() : names));
        return String.join(",", lacking);
    }
}
