package io.gatehouse;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.springframework.modulith.core.ApplicationModules;
import org.springframework.modulith.docs.Documenter;

/** The arrows of the map, and the rules that no reviewer should have to remember. */
class ArchitectureTest {

    private static final JavaClasses MAIN = new ClassFileImporter()
            .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
            .importPackages("io.gatehouse");

    @Test
    void givenThePackages_whenTheirArrowsAreFollowed_thenNoneIsForbiddenAndNoneGoesRound() {
        var modules = ApplicationModules.of(GatehouseApplication.class);

        modules.verify();
    }

    @Test
    void givenThePackages_whenTheyAreDrawn_thenThePictureLiesWithTheBuild() {
        new Documenter(ApplicationModules.of(GatehouseApplication.class)).writeModulesAsPlantUml();
    }

    @Test
    void givenTheLine_whenItsImportsAreRead_thenItKnowsNoFramework() {
        noClasses()
                .that()
                .resideInAnyPackage("io.gatehouse.room..", "io.gatehouse.forecast..")
                .and()
                .haveSimpleNameNotEndingWith("package-info")
                .should()
                .dependOnClassesThat()
                .resideOutsideOfPackages("java..", "io.gatehouse..", "org.jspecify..")
                .check(MAIN);
    }

    @Test
    void givenAnyClass_whenItWantsTheTime_thenItAsksTheClock() {
        noClasses()
                .should()
                .callMethod(Instant.class, "now")
                .orShould()
                .callMethod(System.class, "currentTimeMillis")
                .check(MAIN);
    }
}
