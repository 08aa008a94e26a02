package io.gatehouse;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.springframework.modulith.core.ApplicationModules;
import org.springframework.modulith.docs.Documenter;

/** The arrows of the map, and the rules that no reviewer should have to remember. */
class ArchitectureTest {

    /** What tests use, from a module of its own: it lies on their class path as if it were main code. */
    private static final DescribedPredicate<JavaClass> SUPPORT = resideInAPackage("io.gatehouse.testing..");

    private static final JavaClasses MAIN = new ClassFileImporter()
            .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
            .importPackages("io.gatehouse")
            .that(DescribedPredicate.not(SUPPORT));

    @Test
    void givenThePackages_whenTheirArrowsAreFollowed_thenNoneIsForbiddenAndNoneGoesRound() {
        var modules = ApplicationModules.of(GatehouseApplication.class, SUPPORT);

        modules.verify();
    }

    @Test
    void givenThePackages_whenTheyAreDrawn_thenThePictureLiesWithTheBuild() {
        new Documenter(ApplicationModules.of(GatehouseApplication.class, SUPPORT)).writeModulesAsPlantUml();
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
