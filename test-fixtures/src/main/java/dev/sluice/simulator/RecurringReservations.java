package dev.sluice.simulator;

import dev.sluice.lab.scheduling.Controller;
import dev.sluice.lab.scheduling.JobRequest;
import dev.sluice.lab.scheduling.Reservation;
import java.util.List;

/**
 * Recurring reservations: maintenance of one node after another, and a course. When a reservation ends, the next
 * reservation of the same kind is created, so that one reservation of each kind always exists. Reserves only bare-metal
 * nodes, because nodes that Kubernetes may remove cannot be reserved.
 */
record RecurringReservations(Controller controller, SeededRandom random) {
    private static final long MINUTE = 60;
    private static final long MAINTENANCE_EVERY = 180 * MINUTE;
    private static final long MAINTENANCE = 50 * MINUTE;
    private static final long COURSE_EVERY = 150 * MINUTE;
    private static final long COURSE = 75 * MINUTE;

    /**
     * The nodes in the order of their maintenance. The list omits cpu001 and cpu002, which are in partition debug,
     * cpu007, which is for the course, and gpu-l40s-01, which has the wasteful job.
     */
    private static final List<String> ROUND =
            List.of("cpu003", "gpu-a100-02", "cpu004", "cpu008", "gpu-a100-01", "cpu005");

    private static final String CLASSROOM = "cpu007";
    private static final List<String> STUDENTS = List.of("erin", "niaj");

    void step() {
        if (controller.reservations().stream().noneMatch(r -> r.name().startsWith("maint_"))) {
            announceMaintenance();
        }
        if (controller.reservations().stream().noneMatch(r -> r.name().startsWith("course_"))) {
            announceCourse();
        }
    }

    private void announceMaintenance() {
        long startAt = next(MAINTENANCE_EVERY);
        String node = ROUND.get((int) Math.floorMod(startAt / MAINTENANCE_EVERY, (long) ROUND.size()));
        controller.reserve(Reservation.maintenance("maint_" + node, List.of(node), startAt, startAt + MAINTENANCE));
    }

    /** Submits the participants' exercises before the course begins. */
    private void announceCourse() {
        long startAt = next(COURSE_EVERY);
        String name = "course_hpc101";
        controller.reserve(
                new Reservation(name, List.of(CLASSROOM), startAt, startAt + COURSE, false, "research", STUDENTS));
        for (String student : STUDENTS) {
            for (int exercise = 1; exercise <= 3; exercise++) {
                JobRequest job = JobRequest.named("exercise-" + exercise)
                        .by(student, "research")
                        .tasks(random.between(2, 8))
                        .reservation(name);
                controller.submit(List.of(random.lasting(job, 5, 25)));
            }
        }
    }

    /**
     * Returns the time of the next multiple of the interval, so that the order of maintenance does not depend on the
     * start time of the simulation.
     */
    private long next(long every) {
        return (Math.floorDiv(controller.now(), every) + 1) * every;
    }
}
