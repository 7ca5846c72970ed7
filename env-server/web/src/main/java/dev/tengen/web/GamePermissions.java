package dev.tengen.web;

/**
 * The permissions for the games of a {@link GameApi}.
 *
 * @param see to see a game
 * @param observe to see its overlays
 * @param watch to follow it
 * @param export to download its record
 * @param play to play in it
 */
record GamePermissions(
        PagePermission see, PagePermission observe, PagePermission watch, PagePermission export, PagePermission play) {}
