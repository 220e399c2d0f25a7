package dev.sluice.exporter.kubernetes.decode;

import java.util.EnumSet;
import java.util.Set;
import java.util.function.Consumer;

/** Assembles the conditions of an object and passes on each complete condition. */
final class Conditions {

    static final Set<KubeField> FIELDS = Set.copyOf(EnumSet.of(
            KubeField.CONDITION,
            KubeField.CONDITION_TYPE,
            KubeField.CONDITION_STATUS,
            KubeField.CONDITION_REASON,
            KubeField.CONDITION_MESSAGE));

    private final Consumer<Condition> taker;
    private Condition condition = Condition.NONE;

    Conditions(Consumer<Condition> taker) {
        this.taker = taker;
    }

    /**
     * One condition.
     *
     * @param holds true if the condition's status is True; false if the status is False or Unknown
     */
    record Condition(String type, boolean holds, String reason, String message) {
        private static final Condition NONE = new Condition("", false, "", "");
    }

    void value(KubeField field, String text) {
        Condition c = condition;
        switch (field) {
            case CONDITION_TYPE -> condition = new Condition(text, c.holds(), c.reason(), c.message());
            case CONDITION_STATUS -> condition = new Condition(c.type(), text.equals("True"), c.reason(), c.message());
            case CONDITION_REASON -> condition = new Condition(c.type(), c.holds(), text, c.message());
            case CONDITION_MESSAGE -> condition = new Condition(c.type(), c.holds(), c.reason(), text);
            default -> {}
        }
    }

    void endElement(KubeField field) {
        if (field == KubeField.CONDITION) {
            taker.accept(condition);
            condition = Condition.NONE;
        }
    }
}
