/** TLS of the ports of a server: certificates and keys from PEM files, which may change while it runs. */
package dev.tengen.server.tls;
