package dev.sluice.common;

import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.conditions.ArchPredicates.are;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.domain.JavaClasses;
import dev.sluice.common.tls.NamedFile;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Checks the classes of the shared module against docs/internals/architecture.md. */
class ArchitectureTest {

    private static final JavaClasses MAIN = CodeRules.mainClasses("dev.sluice.common");

    private static final JavaClasses TESTS = CodeRules.testClasses("dev.sluice.common");

    @Test
    void knowsNeitherProgram() {
        noClasses()
                .should()
                .dependOnClassesThat(
                        are(resideInAPackage("dev.sluice..").and(not(resideInAPackage("dev.sluice.common..")))))
                .check(MAIN);
    }

    @Test
    void librariesStayWhereTheyAreUsed() {
        confine("com.fasterxml..", "dev.sluice.common.demand..", "dev.sluice.common.log..");
        confine("ch.qos.logback..", "dev.sluice.common.log..");
        confine("picocli..", "dev.sluice.common.cli..");
        confine("io.fabric8..", "dev.sluice.common.kubernetes..");
        confine("org.slf4j..", "dev.sluice.common.log..", "dev.sluice.common.blocking..", "dev.sluice.common.net..");
        confine("org.snakeyaml..");
    }

    private static void confine(String library, String... packages) {
        noClasses()
                .that(are(not(resideInAnyPackage(packages))))
                .should()
                .dependOnClassesThat()
                .resideInAPackage(library)
                .check(MAIN);
    }

    @Test
    void packagesHaveNoCycles() {
        slices().matching("dev.sluice.common.(**)").should().beFreeOfCycles().check(MAIN);
    }

    @Test
    void nothingIsOfThisModuleAsAWhole() {
        noClasses().should().resideInAPackage("dev.sluice.common").check(MAIN);
    }

    @Test
    void nothingStaticChanges() {
        CodeRules.nothingStaticChanges(MAIN);
    }

    @Test
    void nobodyPrintsOrEndsTheProcess() {
        noClasses().should(CodeRules.useStandardStreamsOrExit()).check(MAIN);
    }

    @Test
    void timeComesFromAClockThatIsHandedIn() {
        noClasses().should(CodeRules.askTheMachineForTheTime()).check(MAIN);
    }

    @Test
    void testsDoNotDependOnTheMachinesPace() {
        noClasses().should(CodeRules.dependOnTheMachinesPace()).check(TESTS);
    }

    /** The callers read certificate files: at startup, or on a thread of {@code blocking}. */
    @Test
    void onlyBlockingCallsAndFilesOfCertificatesMayBlock() {
        noClasses()
                .that(are(not(resideInAPackage("dev.sluice.common.blocking.."))))
                .and()
                .doNotBelongToAnyOf(NamedFile.class)
                .should(CodeRules.block())
                .check(MAIN);
    }

    @Test
    void classesAreFinal() {
        CodeRules.classesAreFinal(MAIN);
    }

    @Test
    void parametersAreFewAndPresent() {
        CodeRules.parametersAreFewAndPresent(MAIN, Set.of());
    }

    @Test
    void packagesHaveThreeToTwentyFiveTypes() {
        CodeRules.packagesHaveThreeToTwentyFiveTypes(MAIN, Set.of("dev.sluice.common.cli"));
    }
}
