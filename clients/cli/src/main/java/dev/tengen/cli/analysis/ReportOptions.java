package dev.tengen.cli.analysis;

/**
 * What the answers to a query contain.
 *
 * @param perspective whose values are reported
 * @param variationLength the number of moves of a variation after its first
 * @param isOwnershipAsked whether the owner of each point is reported
 * @param isMovesOwnershipAsked whether the owner of each point is reported for each move
 * @param arePvVisitsAsked whether the visits of each move of a variation are reported
 */
record ReportOptions(
        Perspective perspective,
        int variationLength,
        boolean isOwnershipAsked,
        boolean isMovesOwnershipAsked,
        boolean arePvVisitsAsked) {}
