package dev.sluice.exporter;

import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.conditions.ArchPredicates.are;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.fields;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.Architectures.layeredArchitecture;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.domain.JavaAccess;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;
import com.tngtech.archunit.library.Architectures.LayeredArchitecture;
import dev.sluice.exporter.poll.Time;
import dev.sluice.exporter.simulate.SimulateMain;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Holds docs/architecture.md against the classes. */
class ArchitectureTest {

    private static final String OURS = "dev.sluice.exporter..";

    private static final JavaClasses MAIN = new ClassFileImporter()
            .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
            .importPackages("dev.sluice.exporter");

    private static final JavaClasses TESTS = new ClassFileImporter()
            .withImportOption(ImportOption.Predefined.ONLY_INCLUDE_TESTS)
            .importPackages("dev.sluice.exporter");

    @Test
    void importsPointInward() {
        layers().whereLayer("app")
                .mayNotBeAccessedByAnyLayer()
                .whereLayer("config")
                .mayNotAccessAnyLayer()
                .whereLayer("model")
                .mayNotAccessAnyLayer()
                .whereLayer("derive")
                .mayOnlyAccessLayers("model")
                .whereLayer("poll")
                .mayOnlyAccessLayers("model")
                .whereLayer("slurm")
                .mayOnlyAccessLayers("poll", "model")
                .whereLayer("kubernetes")
                .mayOnlyAccessLayers("poll", "model", "config")
                .whereLayer("metrics")
                .mayOnlyAccessLayers("derive", "model")
                .whereLayer("access")
                .mayOnlyAccessLayers("config")
                .whereLayer("sink")
                .mayOnlyAccessLayers("access", "metrics", "model")
                .whereLayer("api")
                .mayOnlyAccessLayers("access", "derive", "metrics", "model")
                .whereLayer("simulate")
                .mayOnlyAccessLayers("derive", "model")
                .ensureAllClassesAreContainedInArchitectureIgnoring("dev.sluice.adapter..")
                .check(MAIN);
    }

    private static LayeredArchitecture layers() {
        return layeredArchitecture()
                .consideringOnlyDependenciesInLayers()
                .layer("app")
                .definedBy("dev.sluice.exporter")
                .layer("config")
                .definedBy("dev.sluice.exporter.config..")
                .layer("slurm")
                .definedBy("dev.sluice.exporter.slurm..")
                .layer("kubernetes")
                .definedBy("dev.sluice.exporter.kubernetes..")
                .layer("poll")
                .definedBy("dev.sluice.exporter.poll..")
                .layer("model")
                .definedBy("dev.sluice.exporter.model..")
                .layer("derive")
                .definedBy("dev.sluice.exporter.derive..")
                .layer("access")
                .definedBy("dev.sluice.exporter.access..")
                .layer("metrics")
                .definedBy("dev.sluice.exporter.metrics..")
                .layer("sink")
                .definedBy("dev.sluice.exporter.sink..")
                .layer("api")
                .definedBy("dev.sluice.exporter.api..")
                .layer("simulate")
                .definedBy("dev.sluice.exporter.simulate..");
    }

    @Test
    void modelAndDeriveKnowJavaAlone() {
        classes()
                .that()
                .resideInAnyPackage("dev.sluice.exporter.model..", "dev.sluice.exporter.derive..")
                .should()
                .onlyDependOnClassesThat(are(resideInAnyPackage(
                        "java..", "dev.sluice.exporter.model..", "dev.sluice.exporter.derive..", "org.jspecify..")))
                .check(MAIN);
    }

    @Test
    void librariesStayWhereTheyAreUsed() {
        confine(
                "io.vertx..",
                "dev.sluice.exporter",
                "dev.sluice.exporter.poll..",
                "dev.sluice.exporter.slurm..",
                "dev.sluice.exporter.kubernetes..",
                "dev.sluice.exporter.sink.otlp..",
                "dev.sluice.exporter.api..");
        confine(
                "com.fasterxml..",
                "dev.sluice.exporter",
                "dev.sluice.exporter.slurm..",
                "dev.sluice.exporter.kubernetes..",
                "dev.sluice.exporter.api..");
        confine("io.prometheus..", "dev.sluice.exporter.sink.prometheus..");
        confine("com.sun.net.httpserver..", "dev.sluice.exporter.sink.prometheus..");
        confine("io.opentelemetry..", "dev.sluice.exporter.sink.otlp..");
        confine("picocli..", "dev.sluice.exporter");
        confine("org.snakeyaml..", "dev.sluice.exporter.config.yaml..");
    }

    @Test
    void kubernetesKnowsOfConfigHowToReadYamlAlone() {
        noClasses()
                .that()
                .resideInAPackage("dev.sluice.exporter.kubernetes..")
                .should()
                .dependOnClassesThat(are(resideInAPackage("dev.sluice.exporter.config..")
                        .and(not(resideInAPackage("dev.sluice.exporter.config.yaml..")))))
                .check(MAIN);
    }

    private void confine(String library, String... packages) {
        noClasses()
                .that(are(resideInAPackage(OURS)).and(are(not(resideInAnyPackage(packages)))))
                .should()
                .dependOnClassesThat()
                .resideInAPackage(library)
                .check(MAIN);
    }

    @Test
    void packagesHaveNoCycles() {
        slices().matching("dev.sluice.exporter.(**)").should().beFreeOfCycles().check(MAIN);
    }

    @Test
    void timeComesFromAClockThatIsHandedIn() {
        noClasses()
                .that(are(not(resideInAPackage("dev.sluice.exporter"))))
                .and()
                .doNotBelongToAnyOf(Time.class)
                .should(touchAnyOf(Set.of(
                        "java.lang.System.currentTimeMillis",
                        "java.lang.System.nanoTime",
                        "java.time.Instant.now",
                        "java.time.LocalDate.now",
                        "java.time.LocalDateTime.now",
                        "java.time.OffsetDateTime.now",
                        "java.time.ZonedDateTime.now",
                        "java.time.Clock.systemUTC",
                        "java.time.Clock.systemDefaultZone")))
                .check(MAIN);
    }

    /** Nor from the machine in a test: what it waits for is a condition, what it measures is a clock that it holds. */
    @Test
    void testsDoNotDependOnTheMachinesPace() {
        noClasses()
                .that(are(not(resideInAPackage("..benchmark.."))))
                .should(touchAnyOf(Set.of(
                        "java.lang.Thread.sleep",
                        "java.util.concurrent.TimeUnit.sleep",
                        "java.util.concurrent.locks.LockSupport.parkNanos",
                        "org.junit.jupiter.api.Assertions.assertTimeout",
                        "org.junit.jupiter.api.Assertions.assertTimeoutPreemptively",
                        "io.vertx.core.http.HttpServerOptions.setIdleTimeout")))
                .check(TESTS);
    }

    /**
     * On the event loop such a call stops everything. What runs before the exporter serves, or on a thread that is made
     * for it, is named here.
     */
    @Test
    void onlyBlockingCallsMayBlock() {
        noClasses()
                .that(are(not(resideInAnyPackage(
                        "dev.sluice.exporter.config..",
                        "dev.sluice.exporter.access..",
                        "dev.sluice.exporter.simulate..",
                        "dev.sluice.exporter.sink.cloudwatch.."))))
                .and()
                .doNotBelongToAnyOf(AnswersMain.class, CloudWatchDryRun.class, ExplainMain.class, ExporterMain.class)
                .and()
                .haveSimpleNameNotStartingWith("ProcessReading")
                .and()
                // Called by BlockingCall alone.
                .haveSimpleNameNotStartingWith("KubernetesAccess")
                .and()
                .haveSimpleNameNotStartingWith("MetricsServer")
                .should(touchAnyOf(Set.of(
                        "java.nio.file.Files.exists",
                        "java.nio.file.Files.newInputStream",
                        "java.nio.file.Files.readAllBytes",
                        "java.nio.file.Files.readAllLines",
                        "java.nio.file.Files.readString",
                        "java.nio.file.Files.isRegularFile",
                        "java.nio.file.Files.isReadable",
                        "java.net.InetAddress.getByName",
                        "java.net.InetAddress.getAllByName",
                        "java.net.InetAddress.getLocalHost",
                        "java.lang.Thread.sleep",
                        "io.vertx.core.Vertx.fileSystem")))
                .check(MAIN);
    }

    @Test
    void onlyEntryPointsKnowTheStandardStreams() {
        noClasses()
                .that()
                .doNotBelongToAnyOf(AnswersMain.class, ExporterMain.class, ExplainMain.class, SimulateMain.class)
                .should(touchAnyOf(Set.of("java.lang.System.out", "java.lang.System.err", "java.lang.System.exit")))
                .check(MAIN);
    }

    @Test
    void oldDateClassesAreNotUsed() {
        noClasses()
                .should()
                .dependOnClassesThat()
                .haveNameMatching("java\\.util\\.(Date|Calendar|TimeZone)|java\\.text\\..*DateFormat")
                .check(MAIN);
    }

    @Test
    void nothingStaticChanges() {
        fields().that().areStatic().should().beFinal().check(MAIN);
        fields().that()
                .areStatic()
                .should()
                .notHaveRawType(are(resideInAnyPackage("java.util.concurrent.atomic", "java.util.concurrent.locks")))
                .andShould()
                .notHaveRawType(ThreadLocal.class)
                .check(MAIN);
    }

    @Test
    void classesAreFinal() {
        classes()
                .that()
                .areTopLevelClasses()
                .and()
                .areNotInterfaces()
                .and()
                .areNotEnums()
                .should()
                .haveModifier(JavaModifier.FINAL)
                .check(MAIN);
    }

    /** Calls, field accesses and method references alike. */
    private static ArchCondition<JavaClass> touchAnyOf(Set<String> members) {
        return new ArchCondition<>("touch " + members) {
            @Override
            public void check(JavaClass javaClass, ConditionEvents events) {
                for (JavaAccess<?> access : javaClass.getAccessesFromSelf()) {
                    String target = access.getTargetOwner().getName() + "."
                            + access.getTarget().getName();
                    events.add(new SimpleConditionEvent(access, members.contains(target), access.getDescription()));
                }
            }
        };
    }
}
