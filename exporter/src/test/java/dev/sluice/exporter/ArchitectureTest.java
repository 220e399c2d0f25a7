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
import java.util.Arrays;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Checks that the classes follow docs/internals/architecture.md. */
class ArchitectureTest {

    private static final String OURS = "dev.sluice.exporter..";

    private static final JavaClasses MAIN = CodeRules.mainClasses("dev.sluice.exporter");

    private static final JavaClasses TESTS = CodeRules.testClasses("dev.sluice.exporter");

    /** Each layer, and the layers that it may use. The application and the configuration may use all layers. */
    private static final String LAYERS = """
            schema
            model
            derive model
            json model
            poll model schema
            access schema
            slurm json poll model schema
            metrics derive model schema
            publish derive metrics model schema
            kubernetes json poll model publish schema
            api access derive metrics model publish schema
            sink access metrics model poll publish schema
            state derive model
            doctor api derive model publish
            terminal model poll
            """;

    @Test
    void importsPointInward() {
        LayeredArchitecture layers = layeredArchitecture()
                .consideringOnlyDependenciesInLayers()
                .layer("app")
                .definedBy(packages("app"))
                .layer("config")
                .definedBy(packages("config"))
                .whereLayer("app")
                .mayNotBeAccessedByAnyLayer()
                .whereLayer("config")
                .mayOnlyBeAccessedByLayers("app");
        for (String line : LAYERS.lines().toList()) {
            String[] names = line.split(" ", -1);
            LayeredArchitecture.LayerDependencySpecification layer = layers.layer(names[0])
                    .definedBy(packages(names[0].equals("schema") ? "config.schema" : names[0] + ".."))
                    .whereLayer(names[0]);
            layers = names.length == 1
                    ? layer.mayNotAccessAnyLayer()
                    : layer.mayOnlyAccessLayers(Arrays.copyOfRange(names, 1, names.length));
        }
        layers.ensureAllClassesAreContainedInArchitectureIgnoring("dev.sluice.adapter..")
                .check(MAIN);
    }

    /** The configuration of Kubernetes has parts for publishing. */
    @Test
    void watchesPublishNothing() {
        noClasses()
                .that()
                .resideInAPackage("dev.sluice.exporter.kubernetes..")
                .should()
                .dependOnClassesThat()
                .haveNameMatching("dev\\.sluice\\.exporter\\.publish\\.(?!\\w+Config).*")
                .check(MAIN);
    }

    /** Returns packages of the exporter; app is the package of the application. */
    private static String[] packages(String names) {
        return Stream.of(names.split(" ", -1))
                .map(name -> "dev.sluice.exporter" + (name.equals("app") ? "" : "." + name))
                .toArray(String[]::new);
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
        confine("io.vertx..", "app poll.. slurm slurm.squeue kubernetes.. sink.otlp sink.cloudwatch api..");
        confine("com.fasterxml..", "terminal json.. slurm slurm.decode slurm.squeue kubernetes.. state api..");
        confine("software.amazon..", "sink.cloudwatch");
        confine("io.fabric8..", "kubernetes");
        confine("io.prometheus..", "sink.prometheus..");
        confine("com.sun.net.httpserver..", "sink.prometheus..");
        confine("io.opentelemetry..", "sink.otlp..");
        confine("picocli..", "app terminal");
        confine("org.snakeyaml..", "config.schema");
    }

    private static void confine(String library, String names) {
        noClasses()
                .that(are(resideInAPackage(OURS)).and(are(not(resideInAnyPackage(packages(names))))))
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
                .that(are(not(resideInAnyPackage(packages("config.. access.. state.. terminal.. sink.cloudwatch..")))))
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
                .that(are(resideInAnyPackage(packages("model.. derive.. slurm.. publish.. metrics.. api.."))))
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
