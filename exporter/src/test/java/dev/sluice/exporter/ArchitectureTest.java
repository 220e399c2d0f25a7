package dev.sluice.exporter;

import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.type;
import static com.tngtech.archunit.lang.conditions.ArchPredicates.are;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.Architectures.layeredArchitecture;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.library.Architectures.LayeredArchitecture;
import dev.sluice.common.CodeRules;
import dev.sluice.common.log.OutsideText;
import dev.sluice.exporter.poll.Time;
import dev.sluice.exporter.terminal.AnswersMain;
import dev.sluice.exporter.terminal.QueryMain;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Checks that the classes follow docs/internals/architecture.md. */
class ArchitectureTest {

    private static final String OURS = "dev.sluice.exporter..";

    private static final JavaClasses MAIN = CodeRules.mainClasses("dev.sluice.exporter");

    private static final JavaClasses TESTS = CodeRules.testClasses("dev.sluice.exporter");

    @Test
    void importsPointInward() {
        layers().whereLayer("app")
                .mayNotBeAccessedByAnyLayer()
                .whereLayer("schema")
                .mayNotAccessAnyLayer()
                .whereLayer("config")
                .mayOnlyBeAccessedByLayers("app")
                .whereLayer("model")
                .mayNotAccessAnyLayer()
                .whereLayer("derive")
                .mayOnlyAccessLayers("model")
                .whereLayer("poll")
                .mayOnlyAccessLayers("model", "schema")
                .whereLayer("json")
                .mayOnlyAccessLayers("model")
                .whereLayer("slurm")
                .mayOnlyAccessLayers("json", "poll", "model", "schema")
                .whereLayer("kubernetes")
                .mayOnlyAccessLayers("json", "poll", "model")
                .whereLayer("metrics")
                .mayOnlyAccessLayers("derive", "model", "schema")
                .whereLayer("access")
                .mayOnlyAccessLayers("schema")
                .whereLayer("sink")
                .mayOnlyAccessLayers("access", "api", "kubernetes", "metrics", "model", "poll", "publish", "schema")
                .whereLayer("api")
                .mayOnlyAccessLayers("access", "derive", "metrics", "model", "publish", "schema")
                .whereLayer("publish")
                .mayOnlyAccessLayers("derive", "metrics", "model", "schema")
                .whereLayer("state")
                .mayOnlyAccessLayers("derive", "model")
                .whereLayer("doctor")
                .mayOnlyAccessLayers("api", "derive", "model", "publish")
                .whereLayer("terminal")
                .mayOnlyAccessLayers("model", "poll")
                .ensureAllClassesAreContainedInArchitectureIgnoring("dev.sluice.adapter..")
                .check(MAIN);
    }

    private static LayeredArchitecture layers() {
        return layeredArchitecture()
                .consideringOnlyDependenciesInLayers()
                .layer("app")
                .definedBy("dev.sluice.exporter")
                .layer("schema")
                .definedBy("dev.sluice.exporter.config.schema")
                .layer("config")
                .definedBy("dev.sluice.exporter.config", "dev.sluice.exporter.config.cluster")
                .layer("json")
                .definedBy("dev.sluice.exporter.json..")
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
                .layer("publish")
                .definedBy("dev.sluice.exporter.publish..")
                .layer("state")
                .definedBy("dev.sluice.exporter.state..")
                .layer("doctor")
                .definedBy("dev.sluice.exporter.doctor..")
                .layer("terminal")
                .definedBy("dev.sluice.exporter.terminal..");
    }

    @Test
    void modelAndDeriveKnowJavaAndTheCleaningOfText() {
        classes()
                .that()
                .resideInAnyPackage("dev.sluice.exporter.model..", "dev.sluice.exporter.derive..")
                .should()
                .onlyDependOnClassesThat(are(resideInAnyPackage(
                                "java..",
                                "dev.sluice.exporter.model..",
                                "dev.sluice.exporter.derive..",
                                "org.jspecify.."))
                        .or(are(type(OutsideText.class))))
                .check(MAIN);
    }

    @Test
    void librariesStayWhereTheyAreUsed() {
        confine(
                "io.vertx..",
                "dev.sluice.exporter",
                "dev.sluice.exporter.poll..",
                "dev.sluice.exporter.slurm",
                "dev.sluice.exporter.slurm.http",
                "dev.sluice.exporter.slurm.squeue",
                "dev.sluice.exporter.kubernetes..",
                "dev.sluice.exporter.sink.otlp",
                "dev.sluice.exporter.sink.cloudwatch",
                "dev.sluice.exporter.api..");
        confine(
                "com.fasterxml..",
                "dev.sluice.exporter.doctor",
                "dev.sluice.exporter.terminal",
                "dev.sluice.exporter.json..",
                "dev.sluice.exporter.slurm",
                "dev.sluice.exporter.slurm.decode",
                "dev.sluice.exporter.slurm.squeue",
                "dev.sluice.exporter.kubernetes..",
                "dev.sluice.exporter.state",
                "dev.sluice.exporter.api..");
        confine("io.prometheus..", "dev.sluice.exporter.sink.prometheus..");
        confine("com.sun.net.httpserver..", "dev.sluice.exporter.sink.prometheus..");
        confine("io.opentelemetry..", "dev.sluice.exporter.sink.otlp..");
        confine("picocli..", "dev.sluice.exporter", "dev.sluice.exporter.terminal");
        confine("org.snakeyaml..", "dev.sluice.exporter.config.schema");
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
                .should(CodeRules.askTheMachineForTheTime())
                .check(MAIN);
    }

    /** Tests do not depend on the speed of the machine: they wait for conditions, and measure with their own clock. */
    @Test
    void testsDoNotDependOnTheMachinesPace() {
        noClasses()
                .that(are(not(resideInAPackage("..benchmark.."))))
                .should(CodeRules.dependOnTheMachinesPace())
                .check(TESTS);
    }

    /**
     * A blocking call on the event loop stops all other tasks. The exempt classes run before the exporter serves, or on
     * their own thread.
     */
    @Test
    void onlyBlockingCallsMayBlock() {
        noClasses()
                .that(are(not(resideInAnyPackage(
                        "dev.sluice.exporter.config..",
                        "dev.sluice.exporter.access..",
                        "dev.sluice.exporter.state..",
                        "dev.sluice.exporter.terminal..",
                        "dev.sluice.exporter.sink.cloudwatch.."))))
                .and()
                .doNotBelongToAnyOf(ExporterMain.class, FirstReading.class, SqueueCheck.class)
                .and()
                .haveSimpleNameNotStartingWith("ProcessReading")
                .and()
                .haveSimpleNameNotStartingWith("MetricsServer")
                .should(CodeRules.block())
                .check(MAIN);
    }

    @Test
    void onlyEntryPointsKnowTheStandardStreams() {
        noClasses()
                .that()
                .doNotBelongToAnyOf(AnswersMain.class, ExporterMain.class, QueryMain.class)
                .should(CodeRules.useStandardStreamsOrExit())
                .check(MAIN);
    }

    /** A wrong record can hold any number. The numbers of scaling are limited by the size of the NodeSets. */
    @Test
    void amountsAreAddedWithACap() {
        noClasses()
                .that(are(resideInAnyPackage(
                        "dev.sluice.exporter.model..",
                        "dev.sluice.exporter.derive..",
                        "dev.sluice.exporter.slurm..",
                        "dev.sluice.exporter.publish..",
                        "dev.sluice.exporter.metrics..",
                        "dev.sluice.exporter.api..")))
                .and(are(not(resideInAnyPackage("dev.sluice.exporter.derive.scaling.."))))
                .should(CodeRules.addWithoutACap())
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
        CodeRules.nothingStaticChanges(MAIN);
    }

    @Test
    void parametersAreFewAndPresent() {
        CodeRules.parametersAreFewAndPresent(MAIN, Set.of());
    }

    @Test
    void packagesHaveThreeToTwentyFiveTypes() {
        CodeRules.packagesHaveThreeToTwentyFiveTypes(MAIN, Set.of());
    }

    @Test
    void classesAreFinal() {
        CodeRules.classesAreFinal(MAIN);
    }
}
