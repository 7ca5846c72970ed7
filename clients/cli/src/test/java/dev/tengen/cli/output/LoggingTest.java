package dev.tengen.cli.output;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

class LoggingTest {
    private static final Logger MIGRATIONS = LoggerFactory.getLogger("org.flywaydb.core.internal.command.DbMigrate");
    private static final Logger FLYWAY = LoggerFactory.getLogger("org.flywaydb.core.FlywayExecutor");
    private static final Logger POOL = LoggerFactory.getLogger("com.zaxxer.hikari.HikariDataSource");

    @AfterEach
    void restore() {
        Logging.configure(Logging.Format.TEXT, Logging.Level.WARN);
    }

    @Test
    void configure_info_hasOfDatabasesOnlyTheChangesOfSchemas() {
        Logging.configure(Logging.Format.TEXT, Logging.Level.INFO);
        assertThat(MIGRATIONS.isInfoEnabled()).isTrue();
        assertThat(FLYWAY.isInfoEnabled()).isFalse();
        assertThat(POOL.isInfoEnabled()).isFalse();
        assertThat(POOL.isWarnEnabled()).isTrue();
    }

    @Test
    void configure_debug_hasEverythingOfDatabases() {
        Logging.configure(Logging.Format.TEXT, Logging.Level.DEBUG);
        assertThat(FLYWAY.isDebugEnabled()).isTrue();
        assertThat(POOL.isDebugEnabled()).isTrue();
    }

    @Test
    void configure_error_hasNoWarningsOfDatabases() {
        Logging.configure(Logging.Format.TEXT, Logging.Level.ERROR);
        assertThat(MIGRATIONS.isInfoEnabled()).isFalse();
        assertThat(POOL.isWarnEnabled()).isFalse();
    }
}
