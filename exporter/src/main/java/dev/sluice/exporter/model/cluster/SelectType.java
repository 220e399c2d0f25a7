package dev.sluice.exporter.model.cluster;

import java.util.List;
import java.util.Locale;

/**
 * The resources that slurmctld allocates to jobs: SelectType and SelectTypeParameters.
 *
 * @param unit smallest part of a node that is allocated to one job
 * @param memory whether slurmctld allocates memory to jobs; if slurmctld does not allocate memory, jobs do not compete
 *     for memory
 * @param oneTaskPerCore whether a core runs one task unless a job requests otherwise (CR_ONE_TASK_PER_CORE)
 * @param sharesOfSeveralGpus whether a job can get shares of several GPUs of a node (MULTIPLE_SHARING_GRES_PJ)
 */
public record SelectType(Unit unit, boolean memory, boolean oneTaskPerCore, boolean sharesOfSeveralGpus) {

    /** The setting of most clusters: CR_Core_Memory. */
    public static final SelectType DEFAULT = new SelectType(Unit.CORE, true, false, false);

    /** The smallest part of a node that is allocated to one job. */
    public enum Unit {
        /** CR_Core and CR_CPU: jobs do not share a core, even if the core has several threads. */
        CORE,
        SOCKET,
        /** select/linear. */
        NODE
    }

    /**
     * Reads the values of slurm.conf.
     *
     * @param type SelectType, such as {@code select/cons_tres}
     * @param parameters SelectTypeParameters, such as {@code CR_Core_Memory}, in upper or lower case
     */
    public static SelectType of(String type, List<String> parameters) {
        boolean memory = false;
        boolean oneTask = false;
        boolean several = false;
        Unit unit = type.endsWith("linear") ? Unit.NODE : Unit.CORE;
        for (String parameter : parameters) {
            String word = parameter.toUpperCase(Locale.ROOT);
            memory |= word.startsWith("CR_") && word.endsWith("MEMORY");
            oneTask |= word.equals("CR_ONE_TASK_PER_CORE");
            several |= word.equals("MULTIPLE_SHARING_GRES_PJ");
            unit = word.startsWith("CR_SOCKET") ? Unit.SOCKET : unit;
        }
        return new SelectType(unit, memory, oneTask, several);
    }
}
