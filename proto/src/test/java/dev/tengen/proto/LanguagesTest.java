package dev.tengen.proto;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.DescriptorProtos.FileOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What {@code protoc} generates from the unmodified files, without options of its own and without plug-ins. */
@Tag("full")
class LanguagesTest {
    @TempDir
    private static Path output;

    @BeforeAll
    static void generate() throws Exception {
        Protoc.generate(
                output,
                "--cpp_out=" + output,
                "--csharp_out=" + output,
                "--java_out=" + output,
                "--kotlin_out=" + output,
                "--objc_out=" + output,
                "--php_out=" + output,
                "--python_out=" + output,
                "--ruby_out=" + output);
    }

    static Stream<String> files() throws IOException {
        return Contract.files().stream();
    }

    private static String generated(String file) throws IOException {
        return Files.readString(output.resolve(file));
    }

    /** Returns the name of a generated file's subject: "Rules" for "tengen/v1/rules.proto". */
    private static String subject(String file) {
        String name = file.substring(file.lastIndexOf('/') + 1, file.indexOf('.'));
        return name.substring(0, 1).toUpperCase(Locale.ROOT) + name.substring(1);
    }

    @ParameterizedTest
    @MethodSource("files")
    void options_everyFile_nameThePackageInEachLanguage(String file) throws Exception {
        FileOptions options = Contract.descriptor(file).getOptions();

        assertThat(options)
                .isEqualTo(FileOptions.newBuilder()
                        .setCsharpNamespace("Tengen.V1")
                        .setGoPackage("tengen/v1;tengenv1")
                        .setJavaMultipleFiles(true)
                        .setJavaOuterClassname(subject(file) + "Proto")
                        .setJavaPackage("dev.tengen.proto.v1")
                        .setObjcClassPrefix("TGNV1")
                        .setPhpNamespace("Tengen\\V1")
                        .setRubyPackage("Tengen::V1")
                        .setSwiftPrefix("TengenV1")
                        .build());
    }

    @ParameterizedTest
    @MethodSource("files")
    void protoc_everyFile_generatesEachLanguage(String file) throws Exception {
        String base = file.substring(0, file.indexOf('.'));
        String folder = base.substring(0, base.lastIndexOf('/') + 1);
        String message = Contract.descriptor(file).getMessageTypes().get(0).getName();

        assertThat(generated(base + ".pb.h")).contains("namespace tengen {", "namespace v1 {", "class " + message);
        assertThat(generated(base + ".pb.cc")).contains(message);
        assertThat(generated("dev/tengen/proto/v1/" + message + ".java"))
                .contains("package dev.tengen.proto.v1;", "class " + message);
        assertThat(generated("dev/tengen/proto/v1/" + message + "Kt.kt")).contains("package dev.tengen.proto.v1");
        assertThat(generated(subject(file) + ".cs"))
                .contains("namespace Tengen.V1 {", "public sealed partial class " + message);
        assertThat(generated(folder + subject(file) + ".pbobjc.h")).contains("@interface TGNV1" + message);
        assertThat(generated("Tengen/V1/" + message + ".php")).contains("namespace Tengen\\V1;", "class " + message);
        assertThat(generated(base + "_pb2.py")).contains("DESCRIPTOR = ", "'" + file + "'");
        assertThat(generated(base + "_pb.rb")).contains("module Tengen", "module V1", message + " = ");
    }
}
