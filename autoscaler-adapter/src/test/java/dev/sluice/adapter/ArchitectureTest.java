package dev.sluice.adapter;

import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.type;
import static com.tngtech.archunit.lang.conditions.ArchPredicates.are;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.Architectures.layeredArchitecture;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaAccess;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.library.Architectures.LayeredArchitecture;
import dev.sluice.adapter.server.FrontProxy;
import dev.sluice.common.CodeRules;
import dev.sluice.common.tls.Sha256;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Checks the dependencies between the packages. */
class ArchitectureTest {

    private static final String OURS = "dev.sluice.adapter..";

    private static final JavaClasses MAIN = CodeRules.mainClasses("dev.sluice.adapter");

    private static final JavaClasses TESTS = CodeRules.testClasses("dev.sluice.adapter");

    @Test
    void importsPointInward() {
        // For each package, the packages that it may access; every package may access itself.
        Map<String, List<String>> layers = Map.of(
                "demand", List.of("demand"),
                "metrics", List.of("demand"),
                "api", List.of("metrics", "demand"),
                "keda", List.of("metrics", "server"),
                "server", List.of("api", "metrics", "demand"));
        LayeredArchitecture architecture = layeredArchitecture()
                .consideringOnlyDependenciesInLayers()
                .layer("app")
                .definedBy("dev.sluice.adapter")
                .whereLayer("app")
                .mayNotBeAccessedByAnyLayer();
        for (String name : layers.keySet()) {
            architecture = architecture.layer(name).definedBy("dev.sluice.adapter." + name + "..");
        }
        for (Map.Entry<String, List<String>> layer : layers.entrySet()) {
            architecture = architecture
                    .whereLayer(layer.getKey())
                    .mayOnlyAccessLayers(layer.getValue().toArray(String[]::new));
        }
        architecture.check(MAIN);
    }

    @Test
    void onlyTheProgramReadsFromTheExporter() {
        noClasses()
                .that()
                .resideOutsideOfPackages("dev.sluice.adapter", "dev.sluice.adapter.demand..")
                .should()
                .dependOnClassesThat()
                .haveNameMatching("dev\\.sluice\\.adapter\\.demand\\.(Exporter.*|DemandStore)")
                .check(MAIN);
    }

    @Test
    void metricsKnowJavaAlone() {
        classes()
                .that()
                .resideInAPackage("dev.sluice.adapter.metrics..")
                .should()
                .onlyDependOnClassesThat(are(resideInAnyPackage(
                                "java..",
                                "dev.sluice.adapter.metrics..",
                                "dev.sluice.adapter.demand..",
                                "dev.sluice.common.demand..",
                                "org.jspecify.."))
                        .or(are(type(Sha256.class))))
                .check(MAIN);
    }

    @Test
    void librariesStayWhereTheyAreUsed() {
        confine(
                "io.vertx..",
                "dev.sluice.adapter",
                "dev.sluice.adapter.demand..",
                "dev.sluice.adapter.keda..",
                "dev.sluice.adapter.server..");
        confine("io.vertx.grpc..", "dev.sluice.adapter.keda..");
        confine("com.google.protobuf..", "dev.sluice.adapter.keda..");
        confine("io.netty..", "dev.sluice.adapter.server..");
        confine("io.fabric8..", "dev.sluice.adapter.server..");
        confine("com.fasterxml..", "dev.sluice.adapter", "dev.sluice.adapter.demand..", "dev.sluice.adapter.api..");
        confine("io.prometheus..", "dev.sluice.adapter.server..");
        confine("picocli..", "dev.sluice.adapter");
        confine("org.snakeyaml..");
        confine("org.wildfly..", "dev.sluice.adapter.server..");
    }

    /**
     * The version of the gRPC library differs from the version of Vert.x, so a class that the gRPC library uses could
     * be missing.
     */
    @Test
    void everythingThatTheGrpcLibraryUsesOfVertxIsThere() {
        JavaClasses grpc = new ClassFileImporter().importPackages("io.vertx.grpc.common", "io.vertx.grpc.server");
        List<JavaAccess<?>> uses = grpc.stream()
                .flatMap(javaClass -> javaClass.getAccessesFromSelf().stream())
                .filter(access -> access.getTargetOwner().getPackageName().startsWith("io.vertx.core"))
                .toList();

        assertThat(uses.size()).isGreaterThan(100);
        assertThat(uses)
                .allSatisfy(use -> assertThat(use.getTarget().resolveMember())
                        .as(use.getDescription())
                        .isPresent());
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
        slices().matching("dev.sluice.adapter.(**)").should().beFreeOfCycles().check(MAIN);
    }

    @Test
    void timeComesFromAClockThatIsHandedIn() {
        noClasses()
                .that(are(not(resideInAPackage("dev.sluice.adapter"))))
                .should(CodeRules.askTheMachineForTheTime())
                .check(MAIN);
    }

    /** Tests do not depend on the speed of the machine: they wait for conditions, and measure with their own clock. */
    @Test
    void testsDoNotDependOnTheMachinesPace() {
        noClasses()
                .that()
                .doNotBelongToAnyOf(AdapterBenchmark.class)
                .should(CodeRules.dependOnTheMachinesPace())
                .check(TESTS);
    }

    @Test
    void onlyTheEntryPointKnowsTheStandardStreams() {
        noClasses()
                .that()
                .doNotBelongToAnyOf(AdapterMain.class)
                .should(CodeRules.useStandardStreamsOrExit())
                .check(MAIN);
    }

    /**
     * Access to files and host names can block. Only the settings may block, because the adapter reads the settings
     * before the event loop starts.
     */
    @Test
    void onlySettingsMayBlock() {
        noClasses()
                .that(are(not(resideInAPackage("dev.sluice.adapter"))))
                .should(CodeRules.block())
                .check(MAIN);
    }

    @Test
    void oldDateClassesAreNotUsed() {
        noClasses()
                // The JDK's certificates use these types for their validity.
                .that(are(not(type(FrontProxy.class))))
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
    void classesAreFinal() {
        CodeRules.classesAreFinal(MAIN);
    }

    @Test
    void parametersAreFewAndPresent() {
        CodeRules.parametersAreFewAndPresent(
                MAIN, Set.of("dev.sluice.adapter.keda.KedaServer", "dev.sluice.adapter.server.ApiServer"));
    }

    @Test
    void packagesHaveThreeToTwentyFiveTypes() {
        CodeRules.packagesHaveThreeToTwentyFiveTypes(MAIN, Set.of("dev.sluice.adapter.keda"));
    }
}
