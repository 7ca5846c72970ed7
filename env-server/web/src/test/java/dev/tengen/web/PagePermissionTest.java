package dev.tengen.web;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tengen.server.identity.AuthorizationTable;
import dev.tengen.server.identity.Principal;
import dev.tengen.server.identity.Right;
import dev.tengen.server.identity.Role;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class PagePermissionTest {
    /** A misspelled RPC would have no row, and the page would refuse everybody. */
    @ParameterizedTest
    @EnumSource(PagePermission.class)
    void permission_each_isThatOfARowOfTheTable(PagePermission permission) {
        AuthorizationTable.Row row =
                AuthorizationTable.CONTRACT.row(permission.rpc()).orElseThrow();

        for (Role role : Role.values()) {
            assertThat(permission.isGrantedTo(new Principal("ann", role))).isEqualTo(row.right(role) != Right.NEVER);
        }
        assertThat(permission.isGrantedTo(Principal.LOCAL)).isTrue();
    }
}
