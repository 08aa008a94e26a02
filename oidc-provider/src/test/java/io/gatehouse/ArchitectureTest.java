package io.gatehouse;

import static com.tngtech.archunit.base.DescribedPredicate.describe;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.assignableTo;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.core.domain.properties.CanBeAnnotated.Predicates.metaAnnotatedWith;
import static com.tngtech.archunit.lang.conditions.ArchPredicates.are;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.methods;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static java.util.stream.Collectors.counting;
import static java.util.stream.Collectors.groupingBy;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.AccessTarget;
import com.tngtech.archunit.core.domain.JavaAccess;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaField;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import io.gatehouse.panel.operator.ForStrangers;
import io.gatehouse.panel.operator.Needs;
import io.gatehouse.room.RoomLine;
import io.gatehouse.room.RoomStore;
import io.gatehouse.waitingroom.WaitingRoom;
import java.io.IOException;
import java.lang.reflect.Modifier;
import java.net.URLConnection;
import java.net.http.HttpClient;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.Timer;
import java.util.concurrent.ScheduledExecutorService;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.springframework.beans.factory.BeanFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.context.annotation.ComponentScan;
import org.springframework.context.annotation.Lazy;
import org.springframework.modulith.ApplicationModule;
import org.springframework.modulith.core.ApplicationModules;
import org.springframework.modulith.docs.Documenter;
import org.springframework.stereotype.Component;
import org.springframework.util.AntPathMatcher;
import org.springframework.util.function.SingletonSupplier;
import org.springframework.web.bind.annotation.RequestMapping;

/** The arrows of the map, and the rules that no reviewer should have to remember. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ArchitectureTest {

    private static final Path PROVIDER = Path.of("src/main/java/io/gatehouse/oidc");

    /** What tests use, from a module of its own: it lies on their class path as if it were main code. */
    private static final DescribedPredicate<JavaClass> SUPPORT = resideInAPackage("io.gatehouse.testing..");

    private static final Set<String> TIME = Set.of(
            "System.nanoTime",
            "Thread.sleep",
            "TimeUnit.sleep",
            "LockSupport.parkNanos",
            "LockSupport.parkUntil",
            "CompletableFuture.orTimeout",
            "CompletableFuture.completeOnTimeout",
            "CompletableFuture.delayedExecutor",
            "Executors.newScheduledThreadPool",
            "Executors.newSingleThreadScheduledExecutor");

    private static final Set<String> CLOCK = Set.of(
            "System.currentTimeMillis",
            "Clock.system",
            "Clock.systemUTC",
            "Clock.systemDefaultZone",
            "Clock.tickMillis",
            "Clock.tickSeconds",
            "Clock.tickMinutes",
            "InstantSource.system",
            "Calendar.getInstance",
            "GregorianCalendar.<init>");

    private static final Set<String> CHANCE = Set.of(
            "SecureRandom.<init>",
            "SecureRandom.getInstance",
            "SecureRandom.getInstanceStrong",
            "Random.<init>",
            "SplittableRandom.<init>",
            "RandomGenerator.getDefault",
            "RandomGenerator.of",
            "Math.random",
            "StrictMath.random",
            "Collections.shuffle");

    private static final Set<String> UNREPEATABLE = Set.of("ThreadLocalRandom.current", "UUID.randomUUID");

    /** What opens connections of its own. */
    private static final Set<String> FETCHING = Set.of(
            "DefaultResourceRetriever",
            "JWKSourceBuilder",
            "JWKSetSourceWithFailover",
            "RemoteJWKSet",
            "URLBasedJWKSetSource",
            "JwtDecoders",
            "SpringOpaqueTokenIntrospector");

    private static final Set<String> UNBOUNDED = Set.of(
            "ClientRegistrations.fromIssuerLocation",
            "ClientRegistrations.fromOidcIssuerLocation",
            "NimbusJwtDecoder.withIssuerLocation",
            "RestClient.create",
            "URL.getContent",
            "URL.openConnection",
            "URL.openStream");

    /** What is shipped. A static field would keep its hundreds of megabytes for later classes of this JVM. */
    private final JavaClasses main = new ClassFileImporter()
            .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
            .importPackages("io.gatehouse")
            .that(DescribedPredicate.not(SUPPORT));

    @Test
    void givenThePackages_whenTheirArrowsAreFollowed_thenNoneIsForbiddenAndNoneGoesRound() {
        var modules = ApplicationModules.of(GatehouseApplication.class, SUPPORT);

        modules.verify();
    }

    /** A package-info of the same name in the test tree would hide it, and the arrows would go unchecked. */
    @Test
    void givenAModule_whenItsPackageIsRead_thenItDeclaresItsArrows() {
        assertThat(ApplicationModules.of(GatehouseApplication.class, SUPPORT))
                .allSatisfy(module -> assertThat(module.getBasePackage().getAnnotation(ApplicationModule.class))
                        .as(module.getDisplayName())
                        .isPresent());
    }

    @ParameterizedTest
    @MethodSource("partsOfTheProvider")
    void givenAPartOfTheProvider_whenItsArrowsAreFollowed_thenTheyStandInTheTable(String part) throws IOException {
        var table = Files.readString(PROVIDER.resolve("package-info.java"));
        var row = Pattern.compile("^ \\* " + part + " +([a-z -]+)$", Pattern.MULTILINE)
                .matcher(table);
        assertThat(row.find()).as("the row of " + part).isTrue();
        var allowed = List.of(row.group(1).split(" +"));
        var above = partsOfTheProvider()
                .filter(other -> !other.equals(part) && !allowed.contains(other))
                .map(other -> "io.gatehouse.oidc." + other);

        noClasses()
                .that()
                .resideInAPackage("io.gatehouse.oidc." + part)
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(
                        Stream.concat(above, Stream.of("io.gatehouse.oidc")).toArray(String[]::new))
                .check(main);
    }

    @Test
    void givenThePartsOfTheProvider_whenTheirArrowsAreFollowed_thenNoneGoesRound() {
        slices().matching("io.gatehouse.oidc.(*)").should().beFreeOfCycles().check(main);
    }

    /** Within a module only this test follows arrows; those between modules stand in each {@code package-info}. */
    @Test
    void givenTheInnerPackages_whenTheirArrowsAreFollowed_thenTheyPointOneWay() {
        slices().matching("io.gatehouse.awsapi.(*)").should().beFreeOfCycles().check(main);
        never("io.gatehouse.awsapi.*", "io.gatehouse.awsapi");
        never("io.gatehouse.visitor", "io.gatehouse.visitor.moving");
        never("io.gatehouse.visitor.moving", "io.gatehouse.visitor");
        never("io.gatehouse.door", "io.gatehouse.door.stream");
        never("io.gatehouse.room", "io.gatehouse.waitingroom");
        never("io.gatehouse.inlet", "io.gatehouse.waitingroom");
    }

    private void never(String from, String to) {
        noClasses()
                .that()
                .resideInAPackage(from)
                .and()
                .haveSimpleNameNotEndingWith("package-info")
                .should()
                .dependOnClassesThat()
                .resideInAPackage(to)
                .check(main);
    }

    @Test
    void givenAPackage_whenItsFilesAreCounted_thenTheyAreThirtyAtMost() throws IOException {
        try (Stream<Path> files = Files.walk(Path.of("src/main/java"))) {
            assertThat(files.filter(Files::isRegularFile).collect(groupingBy(Path::getParent, counting())))
                    .isNotEmpty()
                    .allSatisfy((folder, count) -> assertThat(count).isLessThanOrEqualTo(30));
        }
    }

    @Test
    void givenThePackages_whenTheyAreDrawn_thenThePictureLiesWithTheBuild() {
        new Documenter(ApplicationModules.of(GatehouseApplication.class, SUPPORT)).writeModulesAsPlantUml();
    }

    @Test
    void givenAnAddressOfThePanel_whenItIsLookedAt_thenItSaysWhichRoleItNeeds() {
        methods()
                .that()
                .areDeclaredInClassesThat()
                .resideInAPackage("io.gatehouse.panel..")
                .and(are(metaAnnotatedWith(RequestMapping.class)))
                .should()
                .beAnnotatedWith(Needs.class)
                .orShould()
                .beAnnotatedWith(ForStrangers.class)
                .check(main);
    }

    @Test
    void givenTheLine_whenItsImportsAreRead_thenItKnowsNoFramework() {
        noClasses()
                .that()
                .resideInAnyPackage(
                        "io.gatehouse.room..",
                        "io.gatehouse.schedule..",
                        "io.gatehouse.stock..",
                        "io.gatehouse.lane..",
                        "io.gatehouse.forecast..",
                        "io.gatehouse.draw..")
                .and()
                .haveSimpleNameNotEndingWith("package-info")
                .should()
                .dependOnClassesThat()
                .resideOutsideOfPackages("java..", "javax.crypto..", "io.gatehouse..", "org.jspecify..")
                .check(main);
    }

    /**
     * A bean that asks for another one later is how a circle of beans starts up all the same. An optional
     * bean is an {@code Optional}, which is resolved at once. A supplier of values that change, such as the
     * newest event, is none.
     */
    @Test
    void givenABean_whenItNeedsAnother_thenItGetsItAtOnceSoThatNoCircleStartsUp() {
        noClasses()
                .should()
                .dependOnClassesThat(assignableTo(ObjectProvider.class)
                        .or(assignableTo(SingletonSupplier.class))
                        .or(assignableTo(Lazy.class)))
                .check(main);
        assertThat(main.stream()
                        .flatMap(type -> type.getFields().stream())
                        .filter(field -> field.getRawType().isEquivalentTo(Supplier.class))
                        .filter(field -> field.getType().getAllInvolvedRawTypes().stream()
                                .anyMatch(type -> type.getPackageName().startsWith("io.gatehouse")))
                        .map(JavaField::getFullName))
                .containsExactly("io.gatehouse.door.stream.StreamListener.newest");
        assertThat(main.stream()
                        .flatMap(type -> type.getFields().stream())
                        .filter(field -> field.getRawType().isAssignableTo(BeanFactory.class))
                        .map(JavaField::getFullName))
                .as("what could ask for any bean later")
                .containsExactly("io.gatehouse.web.Stateless.context");
    }

    /** What a newcomer has to read before they know a type. A figure may fall; one that rises wants a reason. */
    @Test
    void givenTheTypesInTheMiddle_whenTheirMethodsAreCounted_thenTheyHaveNotGrown() {
        assertThat(publicMethods(WaitingRoom.class)).as("WaitingRoom").isLessThanOrEqualTo(32);
        assertThat(publicMethods(RoomLine.class)).as("RoomLine").isLessThanOrEqualTo(18);
        assertThat(publicMethods(RoomStore.class)).as("RoomStore").isLessThanOrEqualTo(23);
    }

    private static long publicMethods(Class<?> type) {
        return Stream.of(type.getDeclaredMethods())
                .filter(method -> Modifier.isPublic(method.getModifiers()) && !method.isSynthetic())
                .count();
    }

    /** The start reads classes of some names only. A component of another name would silently be left out. */
    @Test
    void givenAComponent_whenTheApplicationStarts_thenItsNameIsOneThatIsRead() {
        var read = GatehouseApplication.class.getAnnotation(ComponentScan.class).resourcePattern();
        var names = new AntPathMatcher();

        assertThat(main)
                .filteredOn(type -> type.isTopLevelClass() && type.isMetaAnnotatedWith(Component.class))
                .filteredOn(type -> !type.isEquivalentTo(GatehouseApplication.class))
                .hasSizeGreaterThan(100)
                .allMatch(type -> names.match(read, type.getFullName().replace('.', '/') + ".class"));
    }

    /**
     * A command that runs without the application's beans makes a clock and a generator of its own. The
     * chance of a simulation follows from its seed.
     */
    @Test
    void givenAnyClass_whenItWantsTheTime_thenItAsksTheClock() {
        noClasses()
                .that()
                .doNotHaveSimpleName("GatehouseApplication")
                .and()
                .doNotHaveSimpleName("CheckSiteCommand")
                .and()
                .doNotHaveSimpleName("BackupCommand")
                .and()
                .doNotHaveSimpleName("OldAccount")
                .should()
                .accessTargetWhere(describe("reads the machine's clock", ArchitectureTest::isOfTheClock))
                .check(main);
    }

    @Test
    void givenAnyClass_whenItWantsChance_thenItAsksTheGenerator() {
        noClasses()
                .that()
                .doNotHaveSimpleName("GatehouseApplication")
                .and()
                .doNotHaveSimpleName("CheckSiteCommand")
                .and()
                .doNotHaveFullyQualifiedName("io.gatehouse.simulate.Chance")
                .should()
                .accessTargetWhere(describe("makes a generator", ArchitectureTest::isOfChance))
                .check(main);
    }

    /** Names of requests and keys, and pauses, are no secrets and decide nothing: there a test needs no seed. */
    @Test
    void givenAnyClass_whenItWantsChanceThatNoTestRepeats_thenItNamesKeysOrSpreadsLoad() {
        noClasses()
                .that()
                .resideOutsideOfPackage("io.gatehouse.store.dynamodb")
                .and()
                .doNotHaveSimpleName("SigningKeys")
                .and()
                .doNotHaveSimpleName("LogoutTokens")
                .should()
                .accessTargetWhere(describe("draws unrepeatable numbers", ArchitectureTest::isUnrepeatable))
                .check(main);
    }

    /** Who waits for a lock or an answer may do so with a limit; but nobody else reads spans, sleeps or has timers. */
    @Test
    void givenAnyClass_whenItWantsASpanToPass_thenItAsksTheTickerOrTheScheduler() {
        noClasses()
                .that()
                .resideOutsideOfPackage("io.gatehouse.time")
                .should()
                .accessTargetWhere(describe("reads or spends the machine's time", ArchitectureTest::isOfTime))
                .orShould()
                .dependOnClassesThat(assignableTo(ScheduledExecutorService.class)
                        .or(assignableTo(Timer.class))
                        .or(resideInAPackage("org.springframework.scheduling..")))
                .check(main);
    }

    /**
     * An answer of another server may have no end: only the bounded client reads one. Settings are read from
     * our own jar.
     */
    @Test
    void givenAnyClass_whenItReadsFromAnotherServer_thenItDoesSoWithinBounds() {
        noClasses()
                .that()
                .resideOutsideOfPackage("io.gatehouse.outbound")
                .and()
                .doNotHaveSimpleName("SettingNames")
                .should()
                .dependOnClassesThat(assignableTo(HttpClient.class)
                        .or(assignableTo(HttpResponse.BodyHandlers.class))
                        .or(assignableTo(HttpResponse.BodySubscribers.class))
                        .or(assignableTo(URLConnection.class))
                        .or(resideInAnyPackage(
                                "com.nimbusds.jose.util.health..",
                                "org.apache.hc..",
                                "org.springframework.boot.http.client..",
                                "org.springframework.web.reactive.function.client.."))
                        .or(describe("fetch by themselves", ArchitectureTest::fetches)))
                .orShould()
                .accessTargetWhere(describe("reads a URL without bounds", ArchitectureTest::isUnbounded))
                .check(main);
    }

    /** The SDK's own client, which speaks to Amazon's endpoints alone, where each call has a time over all. */
    @Test
    void givenTheClientsOfAmazon_whenTheyAreLookedFor_thenTheyAreTheseFive() {
        noClasses()
                .that()
                .doNotHaveSimpleName("EventBus")
                .and()
                .doNotHaveSimpleName("DynamoDb")
                .and()
                .doNotHaveSimpleName("CloudWatchClients")
                .and()
                .doNotHaveSimpleName("Bucket")
                .and()
                .doNotHaveSimpleName("OldAccount")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(
                        "software.amazon.awssdk.http.apache5..", "software.amazon.awssdk.http.urlconnection..")
                .check(main);
    }

    private static boolean fetches(JavaClass type) {
        return FETCHING.contains(type.getSimpleName())
                || type.getPackageName().equals("org.springframework.http.client")
                        && type.getSimpleName().endsWith("ClientHttpRequestFactory")
                        && !type.getSimpleName().equals("ClientHttpRequestFactory");
    }

    /** Spring's clients are made with a factory of requests of ours, or not at all. */
    private static boolean isUnbounded(JavaAccess<?> access) {
        return UNBOUNDED.contains(target(access)) || isDefault(access, "RestTemplate.<init>");
    }

    private static boolean isOfTime(JavaAccess<?> access) {
        return TIME.contains(target(access));
    }

    /** Each {@code now} of java.time: the clock's own {@code instant()} is the one way. */
    private static boolean isOfTheClock(JavaAccess<?> access) {
        return CLOCK.contains(target(access))
                || isDefault(access, "Date.<init>")
                || access.getTarget().getName().equals("now")
                        && access.getTargetOwner().getPackageName().startsWith("java.time");
    }

    private static boolean isOfChance(JavaAccess<?> access) {
        return CHANCE.contains(target(access));
    }

    private static boolean isUnrepeatable(JavaAccess<?> access) {
        return UNREPEATABLE.contains(target(access));
    }

    private static boolean isDefault(JavaAccess<?> access, String constructor) {
        return target(access).equals(constructor)
                && access.getTarget() instanceof AccessTarget.ConstructorCallTarget made
                && made.getRawParameterTypes().isEmpty();
    }

    private static String target(JavaAccess<?> access) {
        return access.getTargetOwner().getSimpleName() + "."
                + access.getTarget().getName();
    }

    private static Stream<String> partsOfTheProvider() throws IOException {
        try (Stream<Path> parts = Files.list(PROVIDER)) {
            return parts
                    .filter(Files::isDirectory)
                    .map(part -> part.getFileName().toString())
                    .toList()
                    .stream();
        }
    }
}
