# The two commands of the README on a bare Debian 12:
#   docker build -t apportion .                            builds, and reproduces the papers
#   docker run --rm apportion scripts/test                 runs every test
#   docker run --rm apportion ./apportion help             the program
FROM debian:12
RUN apt-get update && apt-get install -y --no-install-recommends ca-certificates git && rm -rf /var/lib/apt/lists/*
COPY . /apportion
WORKDIR /apportion
RUN scripts/reproduce
CMD ["./apportion", "help"]
