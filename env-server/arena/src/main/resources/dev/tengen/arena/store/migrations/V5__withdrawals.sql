-- When a player withdrew, in milliseconds since 1970. It starts no further game.
ALTER TABLE players ADD COLUMN withdrawn_at BIGINT;
