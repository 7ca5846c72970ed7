"""The boards of one vector environment at several servers.

`link` is where to start: it has what `tengen.vector.link` has for one server. `split` decides which
server has which boards, `servers` opens them, `shard` receives the answers of one server, and
`reopened` continues with boards that were lost with their server.
"""
