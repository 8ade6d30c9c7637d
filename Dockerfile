# The command line `kg` with its model inside: no network, no key and no root needed at run time.
#   docker build -t kg .
#   docker run --rm --network none -v "$PWD:/data" --user "$(id -u):$(id -g)" kg build papers.jsonl -o graph
FROM python:3.12-slim-bookworm AS build
WORKDIR /src
RUN python -m venv /opt/kg
COPY pyproject.toml README.md LICENSE ./
COPY kg ./kg
RUN /opt/kg/bin/pip install --no-cache-dir .

FROM python:3.12-slim-bookworm
RUN useradd --uid 10001 --create-home kg && install -d -o kg -g kg /data
COPY --from=build /opt/kg /opt/kg
COPY examples /examples
ENV PATH=/opt/kg/bin:$PATH PYTHONUNBUFFERED=1
USER kg
WORKDIR /data
ENTRYPOINT ["kg"]
CMD ["--help"]
