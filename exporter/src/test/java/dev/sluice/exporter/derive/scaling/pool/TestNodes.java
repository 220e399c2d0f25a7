package dev.sluice.exporter.derive.scaling.pool;

import dev.sluice.exporter.derive.scaling.TestPool;
import dev.sluice.exporter.derive.scaling.pool.Member.Condition;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collection;
import java.util.List;

/** Builds the nodes of pools for tests. */
final class TestNodes {

    private TestNodes() {}

    /** Returns nodes {@code cpu-0}, {@code cpu-1} and so on with these conditions. */
    static List<Member> members(Condition... conditions) {
        List<Member> members = new ArrayList<>();
        for (Condition condition : conditions) {
            int ordinal = members.size();
            members.add(MemberBuilder.member("cpu-" + ordinal, condition)
                    .ordinal(ordinal)
                    .build());
        }
        return members;
    }

    /** Returns idle nodes with these names. */
    static List<Member> idle(Collection<String> names) {
        List<Member> members = new ArrayList<>();
        for (String name : names) {
            members.add(MemberBuilder.member(name, Condition.IDLE)
                    .ordinal(members.size())
                    .build());
        }
        return members;
    }

    static Pool pool(String name, List<Member> members) {
        TestPool pool = TestPool.pool(name);
        members.forEach(pool::with);
        return pool.build();
    }

    static NodeIndex index(List<Member> members) {
        return new NodeIndex(List.of(pool("cpu", members)));
    }

    static BitSet busy(List<Member> members) {
        BitSet busy = new BitSet();
        for (int i = 0; i < members.size(); i++) {
            busy.set(i, members.get(i).condition() == Condition.BUSY);
        }
        return busy;
    }

    /** Returns a set with these bits. */
    static BitSet bits(int... bits) {
        BitSet set = new BitSet();
        for (int bit : bits) {
            set.set(bit);
        }
        return set;
    }
}
