package dev.sluice.common;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.conditions.ArchPredicates.are;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.fields;

import com.tngtech.archunit.ArchConfiguration;
import com.tngtech.archunit.core.domain.JavaAccess;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaCodeUnit;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Collectors;

/** Rules for the code of all modules. Each module names its exempt classes. */
public final class CodeRules {

    private static final int MAX_PARAMETERS = 8;

    private CodeRules() {}

    /** Returns the classes of a package that are not tests. */
    public static JavaClasses mainClasses(String... packages) {
        return imported(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS, packages);
    }

    public static JavaClasses testClasses(String... packages) {
        return imported(ImportOption.Predefined.ONLY_INCLUDE_TESTS, packages);
    }

    /** Rules name classes of libraries. The content of these classes is not needed, and takes long to read. */
    private static JavaClasses imported(ImportOption which, String... packages) {
        return ArchConfiguration.withThreadLocalScope((Function<ArchConfiguration, JavaClasses>) configuration -> {
            configuration.setResolveMissingDependenciesFromClassPath(false);
            return new ClassFileImporter().withImportOption(which).importPackages(packages);
        });
    }

    /** Forbids methods that read the machine's time. Code must read the time from an injected clock. */
    public static ArchCondition<JavaClass> askTheMachineForTheTime() {
        return touchAnyOf(Set.of(
                "java.lang.System.currentTimeMillis",
                "java.lang.System.nanoTime",
                "java.time.Instant.now",
                "java.time.LocalDate.now",
                "java.time.LocalDateTime.now",
                "java.time.OffsetDateTime.now",
                "java.time.ZonedDateTime.now",
                "java.time.Clock.systemUTC",
                "java.time.Clock.systemDefaultZone"));
    }

    /** For tests: forbids waits of a fixed time. A test must wait for a condition, or use the test's own clock. */
    public static ArchCondition<JavaClass> dependOnTheMachinesPace() {
        return touchAnyOf(Set.of(
                "java.lang.Thread.sleep",
                "java.util.concurrent.TimeUnit.sleep",
                "java.util.concurrent.locks.LockSupport.parkNanos",
                "org.junit.jupiter.api.Assertions.assertTimeout",
                "org.junit.jupiter.api.Assertions.assertTimeoutPreemptively",
                "io.vertx.core.http.HttpServerOptions.setIdleTimeout"));
    }

    /**
     * Forbids calls that can block (files, name resolution), because a blocking call on an event loop stops all other
     * tasks.
     */
    public static ArchCondition<JavaClass> block() {
        return touchAnyOf(Set.of(
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
                "dev.sluice.common.blocking.BlockingCall.content",
                "io.vertx.core.Vertx.fileSystem"));
    }

    /** Forbids calls that print or that end the process. */
    public static ArchCondition<JavaClass> useStandardStreamsOrExit() {
        return touchAnyOf(Set.of("java.lang.System.out", "java.lang.System.err", "java.lang.System.exit"));
    }

    /** Forbids sums of amounts that can overflow; {@code Amounts} caps sums. */
    public static ArchCondition<JavaClass> addWithoutACap() {
        return touchAnyOf(Set.of("java.lang.Long.sum", "java.util.stream.LongStream.sum"));
    }

    /** State belongs to objects: static fields are constants. */
    public static void nothingStaticChanges(JavaClasses code) {
        fields().that().areStatic().should().beFinal().check(code);
        fields().that()
                .areStatic()
                .should()
                .notHaveRawType(are(resideInAnyPackage("java.util.concurrent.atomic", "java.util.concurrent.locks")))
                .andShould()
                .notHaveRawType(ThreadLocal.class)
                .check(code);
    }

    /** Classes are final unless they are designed for extension. */
    public static void classesAreFinal(JavaClasses code) {
        classes()
                .that()
                .areTopLevelClasses()
                .and()
                .areNotInterfaces()
                .and()
                .areNotEnums()
                .should()
                .haveModifier(JavaModifier.FINAL)
                .check(code);
    }

    /**
     * A package is large enough to justify a name, and small enough to be read in one go.
     *
     * @param others packages that violate this rule now; a package that follows the rule must be removed from the list
     */
    public static void packagesHaveThreeToTwentyFiveTypes(JavaClasses code, Set<String> others) {
        Map<String, Long> types = code.stream()
                .filter(type -> type.isTopLevelClass() && !type.getSimpleName().equals("package-info"))
                .collect(Collectors.groupingBy(JavaClass::getPackageName, TreeMap::new, Collectors.counting()));
        Map<String, Long> wrong = new TreeMap<>(types);
        wrong.values().removeIf(count -> count >= 3 && count <= 25);
        if (!wrong.keySet().equals(others)) {
            throw new AssertionError("Packages without 3 to 25 types are " + wrong + ", expected " + others);
        }
    }

    /**
     * Methods have few parameters, and no parameter is optional. The constructor of a record is exempt if its
     * parameters are the components of the record.
     *
     * @param others classes that violate this rule now; a class that follows the rule must be removed from the list
     */
    public static void parametersAreFewAndPresent(JavaClasses code, Set<String> others) {
        Set<String> wrong = code.stream()
                .filter(type -> type.getCodeUnits().stream().anyMatch(CodeRules::asksForTooMuch))
                .map(JavaClass::getName)
                .collect(Collectors.toCollection(TreeSet::new));
        if (!wrong.equals(others)) {
            throw new AssertionError("Classes with more than 8 or optional parameters are " + wrong + ", expected "
                    + new TreeSet<>(others));
        }
    }

    private static boolean asksForTooMuch(JavaCodeUnit method) {
        List<JavaClass> parameters = method.getRawParameterTypes();
        long components = method.getOwner().getFields().stream()
                .filter(field -> !field.getModifiers().contains(JavaModifier.STATIC))
                .count();
        boolean ofComponents =
                method.isConstructor() && method.getOwner().isRecord() && parameters.size() == components;
        return !ofComponents
                && !method.getModifiers().contains(JavaModifier.SYNTHETIC)
                && (parameters.size() > MAX_PARAMETERS
                        || parameters.stream().anyMatch(parameter -> parameter.isEquivalentTo(Optional.class)));
    }

    /** Includes calls, field accesses and method references. */
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
