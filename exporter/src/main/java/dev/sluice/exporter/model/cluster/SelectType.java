package dev.sluice.exporter.model.cluster;

import java.util.List;
import java.util.Locale;

/**
 * What slurmctld gives to jobs: SelectType and SelectTypeParameters.
 *
 * @param unit the least part of a node that one job gets
 * @param memory whether memory is given to jobs; where not, jobs do not compete for it
 * @param oneTaskPerCore whether a core takes one task unless a job says otherwise (CR_ONE_TASK_PER_CORE)
 */
public record SelectType(Unit unit, boolean memory, boolean oneTaskPerCore) {

    /** What most clusters have: CR_Core_Memory. */
    public static final SelectType DEFAULT = new SelectType(Unit.CORE, true, false);

    /** The least part of a node that one job gets. */
    public enum Unit {
        /** CR_Core, and CR_CPU: where a core has several threads, no core is shared by jobs there either. */
        CORE,
        SOCKET,
        /** Of select/linear. */
        NODE
    }

    /**
     * Reads slurm.conf's words.
     *
     * @param type such as {@code select/cons_tres}
     * @param parameters such as {@code CR_Core_Memory}, in any case
     */
    public static SelectType of(String type, List<String> parameters) {
        boolean memory = false;
        boolean oneTask = false;
        Unit unit = type.endsWith("linear") ? Unit.NODE : Unit.CORE;
        for (String parameter : parameters) {
            String word = parameter.toUpperCase(Locale.ROOT);
            memory |= word.startsWith("CR_") && word.endsWith("MEMORY");
            oneTask |= word.equals("CR_ONE_TASK_PER_CORE");
            unit = word.startsWith("CR_SOCKET") ? Unit.SOCKET : unit;
        }
        return new SelectType(unit, memory, oneTask);
    }
}
