package dev.tengen.client.arena;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tengen.arena.host.ArenaSettings;
import dev.tengen.arena.service.ArenaModule;
