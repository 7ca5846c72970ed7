package dev.tengen.web;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.tengen.server.identity.Principal;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Who a browser is, and what it may do.
 *
 * @param isLoginNeeded whether reading needs a login
 * @param isLoginPossible whether the server has a token to log in with
 * @param principal the name of the principal that has logged in; null without a login
 * @param role its role; null without a login
 * @param csrfToken what changes must send in the header {@link PageAuthorization#CSRF_HEADER}; null without a login
 * @param may what the browser may change
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
record LoginJson(
        boolean isLoginNeeded,
        boolean isLoginPossible,
        @Nullable String principal,
        @Nullable String role,
        @Nullable String csrfToken,
        May may) {
    /**
     * What a browser may change.
     *
     * @param play start games against players and engines, and play them
     * @param challenge start games against agents, and play them
     * @param createTournament create tournaments
     * @param cancel cancel tournaments
     */
    record May(boolean play, boolean challenge, boolean createTournament, boolean cancel) {}

    /** Returns the state of a browser. */
    static LoginJson of(
            boolean isLoginNeeded,
            boolean isLoginPossible,
            Optional<Principal> principal,
            Optional<Login> login,
            boolean mayChange) {
        Optional<Principal> changing = principal.filter(known -> mayChange);
        return new LoginJson(
                isLoginNeeded,
                isLoginPossible,
                login.map(Login::name).orElse(null),
                principal
                        .filter(known -> login.isPresent())
                        .map(known -> known.role().text())
                        .orElse(null),
                login.map(Login::csrfToken).orElse(null),
                new May(
                        changing.filter(PagePermission.CREATE_SESSION::isGrantedTo)
                                .isPresent(),
                        changing.filter(PagePermission.PLAY_GAME::isGrantedTo).isPresent(),
                        changing.filter(PagePermission.CREATE_TOURNAMENT::isGrantedTo)
                                .isPresent(),
                        changing.filter(PagePermission.CANCEL_TOURNAMENT::isGrantedTo)
                                .isPresent()));
    }
}
