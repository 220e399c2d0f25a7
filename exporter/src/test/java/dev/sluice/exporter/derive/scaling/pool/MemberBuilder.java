package dev.sluice.exporter.derive.scaling.pool;

import dev.sluice.exporter.model.node.NodeReason;
import dev.sluice.exporter.model.node.NodeResources;
import java.util.List;
import java.util.Optional;

/** Builds a node of a pool for tests. The default node is available, and has no free resources and no ordinal. */
public final class MemberBuilder {

    private final String node;
    private final Member.Condition condition;
    private boolean draining;
    private NodeResources free = NodeResources.NONE;
    private int ordinal = -1;
    private List<String> features = List.of();
    private String block = "";
    private String user = "";
    private boolean reserved;
    private boolean planned;
    private Optional<NodeReason> outOfService = Optional.empty();

    private MemberBuilder(String node, Member.Condition condition) {
        this.node = node;
        this.condition = condition;
    }

    public static MemberBuilder member(String node, Member.Condition condition) {
        return new MemberBuilder(node, condition);
    }

    public MemberBuilder draining(boolean draining) {
        this.draining = draining;
        return this;
    }

    public MemberBuilder free(NodeResources free) {
        this.free = free;
        return this;
    }

    public MemberBuilder ordinal(int ordinal) {
        this.ordinal = ordinal;
        return this;
    }

    public MemberBuilder features(String... features) {
        this.features = List.of(features);
        return this;
    }

    public MemberBuilder block(String block) {
        this.block = block;
        return this;
    }

    public MemberBuilder user(String user) {
        this.user = user;
        return this;
    }

    public MemberBuilder reserved(boolean reserved) {
        this.reserved = reserved;
        return this;
    }

    public MemberBuilder planned() {
        this.planned = true;
        return this;
    }

    public MemberBuilder outOfService(Optional<NodeReason> reason) {
        this.outOfService = reason;
        return this;
    }

    public Member build() {
        return new Member(
                node, condition, draining, free, ordinal, features, block, user, reserved, planned, outOfService);
    }
}
