/**
 * Who makes a call: principals, their roles, and the credentials that prove them. This package knows neither gRPC nor
 * HTTP; the doors of the server collect {@link dev.tengen.server.identity.Credentials} and ask an
 * {@link dev.tengen.server.identity.Authenticator}.
 */
package dev.tengen.server.identity;
