package dev.tengen.examples;

/** The contract of environments, from Go. */
class GoContractIT extends LanguageContract {
    GoContractIT() {
        super(Language.GO);
    }
}
