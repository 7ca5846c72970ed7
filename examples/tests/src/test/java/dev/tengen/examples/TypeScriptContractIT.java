package dev.tengen.examples;

/** The contract of environments, from TypeScript. */
class TypeScriptContractIT extends LanguageContract {
    TypeScriptContractIT() {
        super(Language.TYPESCRIPT);
    }
}
