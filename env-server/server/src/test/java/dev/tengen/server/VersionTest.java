package dev.tengen.server;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class VersionTest {
    /** A build that does not fill in the file would report "${project.version}" to clients. */
    @Test
    void current_thisBuild_isTheVersionOfTheProject() {
        assertThat(Version.current()).matches("\\d+\\.\\d+\\.\\d+(-SNAPSHOT)?");
    }
}
