package dev.sluice.chaos.attack;

import dev.sluice.chaos.stage.Findings;
import dev.sluice.chaos.stage.Rule;
import dev.sluice.chaos.stage.Stage;
import dev.sluice.chaos.stage.Watch;
import java.io.IOException;

/**
 * One row of the table of faults.
 *
 * @param id id of the row
 * @param what description of the attack, one line
 * @param rule permitted effects on the values of the attacked cluster
 * @param weight share of all hostile responses; 0 for an attack with a time limit
 * @param action the attack
 */
public record AttackClass(String id, String what, Rule rule, int weight, Action action) {

    /** Runs the attack. Returns at the end of the attack, before the recovery. */
    public interface Action {
        void run(Attack attack) throws IOException, InterruptedException;
    }

    /** The environment of an attack, and the number of hostile responses. */
    public record Attack(Stage stage, Watch watch, Findings findings, long answers, long hostileAnswersBefore) {}
}
