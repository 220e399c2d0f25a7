package dev.sluice.common;

import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.conditions.ArchPredicates.are;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.fields;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** Holds what docs/architecture.md says of the shared module against its classes. */
class ArchitectureTest {

    private static final int MAX_TYPES = 20;

    private static final JavaClasses MAIN = new ClassFileImporter()
            .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
            .importPackages("dev.sluice.common");

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
        confine("com.fasterxml..", "dev.sluice.common.log..");
        confine("picocli..", "dev.sluice.common.cli..");
        confine("org.slf4j..", "dev.sluice.common.log..");
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
    void packagesAreOneFeatureEach() {
        Map<String, Long> types = MAIN.stream()
                .filter(JavaClass::isTopLevelClass)
                .filter(type -> !type.getSimpleName().equals("package-info"))
                .collect(Collectors.groupingBy(JavaClass::getPackageName, Collectors.counting()));

        assertThat(types).doesNotContainKey("dev.sluice.common").isNotEmpty();
        assertThat(types.values()).allSatisfy(count -> assertThat(count).isLessThanOrEqualTo(MAX_TYPES));
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
    void nobodyPrintsOrEndsTheProcess() {
        noClasses().should().accessField(System.class, "out").check(MAIN);
        noClasses().should().accessField(System.class, "err").check(MAIN);
        noClasses().should().callMethod(System.class, "exit", int.class).check(MAIN);
    }

    @Test
    void timeComesFromAClockThatIsHandedIn() {
        noClasses().should().callMethod(System.class, "nanoTime").check(MAIN);
        noClasses().should().callMethod(System.class, "currentTimeMillis").check(MAIN);
        noClasses().should().callMethod(java.time.Instant.class, "now").check(MAIN);
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
}
