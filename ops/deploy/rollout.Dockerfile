# A worker for rollouts as a container image: Python, the package tengen-go with the server in it, and a Java runtime.
#
#   docker build -t tengen-rollout -f ops/deploy/rollout.Dockerfile .
#   docker run --rm --read-only -v games:/data tengen-rollout rollout --games 1000 --size 9 --out /data/games
#
# For an image that KubeRay can use, add --build-arg EXTRAS=data,ray,store and --build-arg PACKAGES="s3fs ray[default]".
#
# See docs/guide/rollouts.md for how to run it. ops/deploy/try-rollout tries it, and the manifests in ops/deploy/kubernetes, on a
# machine that reaches no registry.

FROM maven:3.9-eclipse-temurin-25@sha256:93b8a14ea2f412782e4e842651273b4d903e35cc496284f178fbbe2d67d00976 AS jar
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

FROM python:3.11-slim-bookworm@sha256:a36c24f9cbdf4fd0f52d67f0823eeac19c2028c637cecc392d97f980d4fec56b AS wheels
ARG EXTRAS=data,store
ARG PACKAGES="s3fs"
WORKDIR /src
COPY . .
COPY --from=jar /src/clients/cli/target/tengen.jar /src/clients/cli/target/
RUN pip wheel --wheel-dir /wheels "./clients/python[$EXTRAS]" $PACKAGES

FROM python:3.11-slim-bookworm@sha256:a36c24f9cbdf4fd0f52d67f0823eeac19c2028c637cecc392d97f980d4fec56b
COPY --from=eclipse-temurin:25-jre-noble /opt/java/openjdk/ /opt/java/openjdk/

ARG EXTRAS=data,store
ARG PACKAGES="s3fs"
RUN --mount=type=bind,from=wheels,source=/wheels,target=/wheels \
    pip install --no-cache-dir --no-index --find-links /wheels "tengen-go[$EXTRAS]" $PACKAGES

# The folder of a data volume: a new named volume takes over its owner. Only a rollout writes there.
RUN install -d -m 750 -o 65532 -g 65532 /data

ENV JAVA_HOME=/opt/java/openjdk
# A command that is Java alone chooses heap and direct memory by the limit of the container. Where Python starts Java, as for
# Parquet, each of up to two JVMs has a heap of this share of the limit. The JVM writes no file of its own.
ENV TENGEN_JAVA_OPTS="-XX:MaxRAMPercentage=25 -XX:-UsePerfData"
# The user has no home. Log lines of Python appear at once.
ENV HOME=/tmp
ENV PYTHONUNBUFFERED=1

ARG VERSION=unknown
ARG REVISION=unknown
LABEL org.opencontainers.image.title="Tengen rollout worker"
LABEL org.opencontainers.image.description="Plays games of Go into data sets: a worker of the environment service Tengen"
LABEL org.opencontainers.image.licenses="Apache-2.0"
LABEL org.opencontainers.image.version="$VERSION"
LABEL org.opencontainers.image.revision="$REVISION"

# A number, so that an orchestrator can see that the user is not root. The user owns no file, only the folder /data.
USER 65532:65532

ENTRYPOINT ["tengen"]
CMD ["--help"]
