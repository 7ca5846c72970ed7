package dev.tengen.arena.report;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ScriptBundleTest {
    @Test
    void text_modules_areFunctionsThatReturnTheirExports() {
        String script = new ScriptBundle()
                .add("one", "const A = 1;\nexport const B = A;\nexport class C {}\nexport function d() {}\n")
                .add("two", "import { B, d } from \"./one.js\";\nd(B);\n")
                .text();

        assertThat(script).isEqualTo("""
                "use strict";
                const module_one = (() => {
                const A = 1;
                const B = A;
                class C {}
                function d() {}
                return { B, C, d };
                })();
                const module_two = (() => {
                const { B, d } = module_one;
                d(B);
                return {  };
                })();
                """);
    }
}
