package dev.tengen.client.arena;
