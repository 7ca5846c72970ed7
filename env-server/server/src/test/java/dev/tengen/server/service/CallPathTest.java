package dev.tengen.server.service;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ImportOption.DoNotIncludeTests;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTag;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import dev.tengen.server.convert.StatusConverter;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The code of calls stays readable: methods are short of parameters and lambdas, and errors become statuses in one
 * place.
 */
@AnalyzeClasses(packages = "dev.tengen.server", importOptions = DoNotIncludeTests.class)
@ArchTag("full")
class CallPathTest {
    private static final int MAX_PARAMETERS = 4;
    private static final String PACKAGE = CallPathTest.class.getPackageName();

    @ArchTest
    static final ArchRule errors_asStatuses_areMadeInOnePlace = noClasses()
            .that()
            .doNotBelongToAnyOf(CallErrors.class, StatusConverter.class)
            .should()
            .callMethod(StatusConverter.class, "toStatus", Throwable.class);

    @ArchTest
    static void methods_ofServices_haveFewParameters(JavaClasses classes) {
        assertThat(methods(classes).filter(Predicate.not(Method::isSynthetic)))
                .filteredOn(method -> method.getParameterCount() > MAX_PARAMETERS)
                .isEmpty();
    }

    /**
     * The compiler makes a method {@code lambda$NAME$NUMBER} of each lambda of a method NAME. Methods of one name share
     * it.
     */
    @ArchTest
    static void methods_ofServices_haveOneLambdaEach(JavaClasses classes) {
        List<Method> declared = methods(classes).toList();
        Map<String, Long> counts = declared.stream()
                .filter(method -> !method.isSynthetic())
                .collect(Collectors.groupingBy(CallPathTest::name, Collectors.counting()));
        Map<String, Long> lambdas = declared.stream()
                .filter(method -> method.getName().startsWith("lambda$"))
                .collect(Collectors.groupingBy(CallPathTest::name, Collectors.counting()));

        assertThat(lambdas).containsKey("UnaryCall.respond");
        lambdas.keySet().retainAll(counts.keySet()); // Not those of constants.
        assertThat(lambdas)
                .allSatisfy((name, count) -> assertThat(count).as(name).isLessThanOrEqualTo(counts.get(name)));
    }

    /** Returns the name of a method with that of its class: of a lambda, the name of the method that has it. */
    private static String name(Method method) {
        return method.getDeclaringClass().getSimpleName()
                + '.'
                + method.getName().replaceFirst("^lambda\\$(.*)\\$\\d+$", "$1");
    }

    private static Stream<Method> methods(JavaClasses classes) {
        return classes.stream()
                .filter(each -> each.getPackageName().equals(PACKAGE))
                .map(JavaClass::reflect)
                .flatMap(each -> Arrays.stream(each.getDeclaredMethods()));
    }
}
