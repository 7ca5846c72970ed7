-- What the part of the server that opened a session keeps with it, such as the page; empty for none.
ALTER TABLE sessions ADD COLUMN origin VARCHAR NOT NULL DEFAULT '';
