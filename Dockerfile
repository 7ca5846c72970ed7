# Tengen's server as a container image.
#
#   docker build -t tengen .
#   docker run --rm --read-only -p 9019:9019 -p 9020:9020 -v tengen:/data tengen
#   docker run --rm --read-only -p 9019:9019 -v tengen:/data --env TENGEN_SERVE_ARENA=/data/arena.db tengen
#
# See docs/operations/deployment.md for how to run it. ops/deploy/try-image tries it on a machine that reaches no registry.

# Base images have the digests of their indexes, so that a build uses the same ones. `docker buildx imagetools inspect IMAGE`
# prints the digest of a tag.
FROM maven:3.9-eclipse-temurin-25@sha256:93b8a14ea2f412782e4e842651273b4d903e35cc496284f178fbbe2d67d00976 AS build
WORKDIR /src
# The POMs of all modules and the contract: what they build downloads the libraries into a layer of its own, which stays until
# one of them changes.
COPY .mvn/ .mvn/
COPY proto/ proto/
COPY pom.xml ./
COPY clients/cli/pom.xml clients/cli/
COPY clients/java/pom.xml clients/java/
COPY clients/python/pom.xml clients/python/
COPY docs/pom.xml docs/
COPY env-core/core/pom.xml env-core/core/
COPY env-core/gtp/pom.xml env-core/gtp/
COPY env-core/theory/pom.xml env-core/theory/
COPY env-server/arena/pom.xml env-server/arena/
COPY env-server/gateway/pom.xml env-server/gateway/
COPY env-server/server/pom.xml env-server/server/
COPY env-server/store/pom.xml env-server/store/
COPY env-server/web/pom.xml env-server/web/
COPY examples/javascript/pom.xml examples/javascript/
COPY examples/tests/pom.xml examples/tests/
COPY ops/analysis/pom.xml ops/analysis/
COPY ops/benchmarks/pom.xml ops/benchmarks/
RUN mvn -B -ntp -pl clients/cli -am package -DskipTests
COPY . .
RUN mvn -B -ntp -pl clients/cli -am clean package -DskipTests

# The health check, which needs no JVM. Go checks its sources by the sums of the module mirror.
FROM golang:1.26@sha256:792443b89f65105abba56b9bd5e97f680a80074ac62fc844a584212f8c8102c3 AS probe
RUN CGO_ENABLED=0 go install -trimpath -ldflags="-s -w" github.com/grpc-ecosystem/grpc-health-probe@v0.4.61

FROM eclipse-temurin:25-jre-noble@sha256:b573af9e331196fbc42e246da4df24df9b6c556c73e7efddfde0511f1c9508c5

# Libraries are a layer of their own below what changes with every commit.
COPY --from=probe /go/bin/grpc-health-probe /opt/tengen/
COPY --from=build /src/clients/cli/target/image/lib/ /opt/tengen/lib/
COPY --from=build /src/clients/cli/target/image/app/ /opt/tengen/
COPY --from=build /src/clients/cli/src/main/image/ /opt/tengen/

# Class data that every start maps instead of reading classes anew: those of a server with an arena that was played on
# and asked for its metrics. It is made here, since it fits this JVM and these files alone. The driver of SQLite
# unpacks its native library for this machine; a copy stays, so that a container unpacks nothing.
RUN java -XX:ArchiveClassesAtExit=/opt/tengen/tengen.jsa -jar /opt/tengen/tengen-cli.jar serve --http-port 9020 \
      --arena /tmp/arena.db & \
    until java -jar /opt/tengen/tengen-cli.jar health; do kill -0 $! && sleep 1 || exit 1; done; \
    java -jar /opt/tengen/tengen-cli.jar demo --address 127.0.0.1:9019 >/dev/null || exit 1; \
    install -D -m 644 /tmp/sqlite-*-libsqlitejdbc.so /opt/tengen/native/libsqlitejdbc.so || exit 1; \
    kill $!; wait $!; rm -f /tmp/arena.db*; test -s /opt/tengen/tengen.jsa

# The folder of a data volume: a new named volume takes over its owner. The first start writes certificates and a token there, and an arena its games.
RUN install -d -m 750 -o 65532 -g 65532 /data

# The variables of `tengen serve`; docker run --env changes them.
ENV TENGEN_SERVE_HOST=0.0.0.0
ENV TENGEN_SERVE_HTTP_PORT=9020
# Others reach the container, so it needs TLS and tokens. The first start makes the files that are not mounted.
ENV TENGEN_SERVE_TLS_CERTIFICATE=/data/security/server.pem
ENV TENGEN_SERVE_TLS_KEY=/data/security/server-key.pem
ENV TENGEN_SERVE_TOKENS=/data/security/tokens
ENV TENGEN_SERVE_GENERATE_SECURITY=true
EXPOSE 9019 9020

ARG VERSION=unknown
ARG REVISION=unknown
LABEL org.opencontainers.image.title="Tengen"
LABEL org.opencontainers.image.description="A reinforcement-learning environment service for the game of Go"
LABEL org.opencontainers.image.licenses="Apache-2.0"
LABEL org.opencontainers.image.version="$VERSION"
LABEL org.opencontainers.image.revision="$REVISION"

# A number, so that an orchestrator can see that the user is not root. The user owns no file, only the folder /data.
USER 65532:65532

HEALTHCHECK --interval=30s --timeout=10s --start-period=20s --retries=3 CMD ["/opt/tengen/healthy"]

# java-in-container chooses the sizes of heap and direct memory by the limit of the container, and becomes Java.
# JDK_JAVA_OPTIONS adds options of the JVM.
ENTRYPOINT ["/opt/tengen/java-in-container", "-Xshare:auto", "-XX:SharedArchiveFile=/opt/tengen/tengen.jsa", "-XX:-UsePerfData", "-Dorg.sqlite.lib.path=/opt/tengen/native", "-jar", "/opt/tengen/tengen-cli.jar"]
CMD ["serve"]
