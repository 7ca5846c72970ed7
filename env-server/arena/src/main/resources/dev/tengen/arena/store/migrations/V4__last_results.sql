-- The last result of a tournament is found without reading its other results.
CREATE INDEX results_by_end ON results (tournament, ended_at);
