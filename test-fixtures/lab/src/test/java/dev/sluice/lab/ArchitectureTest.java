package dev.sluice.lab;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideOutsideOfPackages;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import dev.sluice.common.CodeRules;
import org.junit.jupiter.api.Test;

class ArchitectureTest {

    private static final JavaClasses SIMULATE = new ClassFileImporter()
            .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
            .importPackages("dev.sluice.lab.simulate");

    @Test
    void simulateUsesTheCalculationAndNothingElseOfTheExporter() {
        noClasses()
                .should()
                .dependOnClassesThat(resideInAPackage("dev.sluice..")
                        .and(resideOutsideOfPackages(
                                "dev.sluice.exporter.derive..", "dev.sluice.exporter.model..", "dev.sluice.lab..")))
                .check(SIMULATE);
    }

    @Test
    void equalInputGivesEqualOutput() {
        noClasses().should(CodeRules.askTheMachineForTheTime()).check(SIMULATE);
        CodeRules.nothingStaticChanges(SIMULATE);
    }

    @Test
    void packagesHaveNoCycles() {
        slices().matching("dev.sluice.lab.(**)").should().beFreeOfCycles().check(SIMULATE);
    }
}
