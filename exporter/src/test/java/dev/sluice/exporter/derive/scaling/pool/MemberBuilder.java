package dev.sluice.exporter.derive.scaling.pool;

import static dev.sluice.exporter.config.Loaded.changed;

import dev.sluice.exporter.model.node.NodeReason;
import dev.sluice.exporter.model.node.NodeResources;
import java.util.List;
import java.util.Optional;

/** Builds a node of a pool for tests. The default node is available, and has no free resources and no ordinal. */
public final class MemberBuilder {

    private Member member;

    private MemberBuilder(Member member) {
        this.member = member;
    }

    public static MemberBuilder member(String node, Member.Condition condition) {
        return new MemberBuilder(new Member(
                node, condition, false, NodeResources.NONE, -1, List.of(), "", "", false, false, Optional.empty()));
    }

    private MemberBuilder with(String component, Object value) {
        member = changed(member, component, value);
        return this;
    }

    public MemberBuilder draining(boolean draining) {
        return with("draining", draining);
    }

    public MemberBuilder free(NodeResources free) {
        return with("free", free);
    }

    public MemberBuilder ordinal(int ordinal) {
        return with("ordinal", ordinal);
    }

    public MemberBuilder features(String... features) {
        return with("features", List.of(features));
    }

    public MemberBuilder block(String block) {
        return with("block", block);
    }

    public MemberBuilder user(String user) {
        return with("user", user);
    }

    public MemberBuilder reserved(boolean reserved) {
        return with("reserved", reserved);
    }

    public MemberBuilder planned() {
        return with("planned", true);
    }

    public MemberBuilder outOfService(Optional<NodeReason> reason) {
        return with("outOfService", reason);
    }

    public Member build() {
        return member;
    }
}
