package dev.sluice.chaos.attack;

import dev.sluice.chaos.stage.Findings;
import dev.sluice.chaos.stage.Rule;
import dev.sluice.chaos.stage.Stage;
import dev.sluice.chaos.stage.Watch;
import java.io.IOException;

/**
 * One row of the table of faults.
 *
 * @param id what the row is called
 * @param what what is done, in one line for people
 * @param rule what may become of the numbers of the cluster under attack
 * @param weight share of all hostile answers, 0 for an attack that is bounded by time
 * @param action what is done
 */
public record AttackClass(String id, String what, Rule rule, int weight, Action action) {

    /** Does what the class is about, and returns when it is over; healing is not its concern. */
    public interface Action {
        void run(Attack attack) throws IOException, InterruptedException;
    }

    /** The place of an attack, and how many hostile answers it should last for. */
    public record Attack(Stage stage, Watch watch, Findings findings, long answers, long hostileAnswersBefore) {}
}
