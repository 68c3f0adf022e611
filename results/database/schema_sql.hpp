// The tables of the database, as SQL.
#pragma once

namespace apportion::results {

/// Natural keys are UNIQUE; row numbers (id) only link the tables of one file and mean nothing outside it.
inline constexpr const char* table_statements = R"sql(
-- A study: an experiment under one seed and one definition. axes: JSON array of names.
CREATE TABLE experiment (
  id INTEGER PRIMARY KEY,
  name TEXT NOT NULL,
  seed INTEGER NOT NULL,
  definition TEXT NOT NULL,
  chunk_size INTEGER NOT NULL,
  axes TEXT NOT NULL,
  UNIQUE (name, seed, definition)
) STRICT;

CREATE TABLE metric (
  id INTEGER PRIMARY KEY,
  experiment_id INTEGER NOT NULL REFERENCES experiment (id),
  name TEXT NOT NULL,
  title TEXT NOT NULL,
  unit TEXT NOT NULL,
  better TEXT NOT NULL CHECK (better IN ('less', 'more', '')),
  digits INTEGER NOT NULL,
  position INTEGER NOT NULL,
  UNIQUE (experiment_id, name)
) STRICT;

-- A column: an algorithm with its options, or (rival <> '') an ordered pair that a metric compares.
CREATE TABLE algorithm (
  id INTEGER PRIMARY KEY,
  name TEXT NOT NULL,
  revision INTEGER NOT NULL,
  rival TEXT NOT NULL,
  rival_revision INTEGER NOT NULL,
  UNIQUE (name, revision, rival, rival_revision)
) STRICT;

-- coordinates: JSON object, axes in the study's order.
CREATE TABLE point (
  id INTEGER PRIMARY KEY,
  experiment_id INTEGER NOT NULL REFERENCES experiment (id),
  coordinates TEXT NOT NULL CHECK (json_valid(coordinates)),
  UNIQUE (experiment_id, coordinates)
) STRICT;

-- Who ran what, where and when; times in UTC. outcome is NULL while it runs, or if it was killed.
CREATE TABLE run (
  id INTEGER PRIMARY KEY,
  uuid TEXT NOT NULL UNIQUE,
  command TEXT NOT NULL,
  revision TEXT NOT NULL,
  compiler TEXT NOT NULL,
  flags TEXT NOT NULL,
  libraries TEXT NOT NULL,
  cpu TEXT NOT NULL,
  cores INTEGER NOT NULL,
  threads INTEGER NOT NULL,
  started TEXT NOT NULL,
  finished TEXT,
  outcome TEXT CHECK (outcome IN ('finished', 'interrupted', 'failed'))
) STRICT;

-- One column over the samples [chunk * K, chunk * K + samples) of one point, K = chunk_size.
CREATE TABLE unit (
  id INTEGER PRIMARY KEY,
  point_id INTEGER NOT NULL REFERENCES point (id),
  algorithm_id INTEGER NOT NULL REFERENCES algorithm (id),
  chunk INTEGER NOT NULL,
  samples INTEGER NOT NULL,
  run_id INTEGER REFERENCES run (id),
  UNIQUE (point_id, algorithm_id, chunk)
) STRICT;

-- m2: sum of squared deviations from the mean.
CREATE TABLE moment (
  unit_id INTEGER NOT NULL REFERENCES unit (id) ON DELETE CASCADE,
  metric_id INTEGER NOT NULL REFERENCES metric (id),
  count INTEGER NOT NULL,
  mean REAL NOT NULL,
  m2 REAL NOT NULL,
  min REAL NOT NULL,
  max REAL NOT NULL,
  PRIMARY KEY (unit_id, metric_id)
) STRICT, WITHOUT ROWID;

-- The moments of a completed point, folded in chunk order by the program: SQL's sum() promises no order.
CREATE TABLE summary (
  point_id INTEGER NOT NULL REFERENCES point (id),
  algorithm_id INTEGER NOT NULL REFERENCES algorithm (id),
  metric_id INTEGER NOT NULL REFERENCES metric (id),
  count INTEGER NOT NULL,
  mean REAL NOT NULL,
  m2 REAL NOT NULL,
  min REAL NOT NULL,
  max REAL NOT NULL,
  PRIMARY KEY (point_id, algorithm_id, metric_id)
) STRICT, WITHOUT ROWID;

-- Single samples, where they are kept.
CREATE TABLE sample (
  unit_id INTEGER NOT NULL REFERENCES unit (id) ON DELETE CASCADE,
  sample INTEGER NOT NULL,
  metric_id INTEGER NOT NULL REFERENCES metric (id),
  value REAL NOT NULL,
  PRIMARY KEY (unit_id, sample, metric_id)
) STRICT, WITHOUT ROWID;

-- A unit that failed, with its first failing sample; it has no moments.
CREATE TABLE failure (
  unit_id INTEGER PRIMARY KEY REFERENCES unit (id) ON DELETE CASCADE,
  sample INTEGER NOT NULL,
  message TEXT NOT NULL
) STRICT;

-- The papers' numbers as printed; see results/published/README.md for the rules.
CREATE TABLE published (
  exhibit TEXT NOT NULL,
  algorithm TEXT NOT NULL,
  quantity TEXT NOT NULL,
  coordinates TEXT NOT NULL CHECK (json_valid(coordinates)),
  printed TEXT NOT NULL,
  value REAL NOT NULL,
  rule TEXT NOT NULL,
  UNIQUE (exhibit, algorithm, quantity, coordinates)
) STRICT;

-- Measured times of a solve; never part of the content that the digest sees.
CREATE TABLE timing (
  id INTEGER PRIMARY KEY,
  point_id INTEGER NOT NULL REFERENCES point (id),
  algorithm_id INTEGER NOT NULL REFERENCES algorithm (id),
  run_id INTEGER REFERENCES run (id),
  median_seconds REAL NOT NULL,
  min_seconds REAL NOT NULL,
  max_seconds REAL NOT NULL,
  measured INTEGER NOT NULL
) STRICT;
CREATE INDEX timing_of_point ON timing (point_id, algorithm_id);
)sql";

/// What a file gets as well when it is opened for writing. Files of earlier programs lack it, so that readers must not
/// count on it.
inline constexpr const char* later_tables = R"sql(
-- Axes that came after results were stored; value: where a point without that coordinate stands.
CREATE TABLE IF NOT EXISTS added_axis (
  experiment_id INTEGER NOT NULL REFERENCES experiment (id),
  name TEXT NOT NULL,
  value TEXT NOT NULL,
  position INTEGER NOT NULL,
  UNIQUE (experiment_id, name)
) STRICT;

-- The file that a study was last run from; written: when, in UTC. Never part of the content that the digest sees.
CREATE TABLE IF NOT EXISTS sweep_text (
  experiment_id INTEGER PRIMARY KEY REFERENCES experiment (id) ON DELETE CASCADE,
  file TEXT NOT NULL,
  text TEXT NOT NULL,
  written TEXT NOT NULL
) STRICT;

-- What a user's own algorithm was made of when results of it were stored; files: JSON object, names and SHA-256.
CREATE TABLE IF NOT EXISTS own_algorithm (
  experiment_id INTEGER NOT NULL REFERENCES experiment (id) ON DELETE CASCADE,
  name TEXT NOT NULL,
  revision INTEGER NOT NULL,
  command TEXT NOT NULL,
  files TEXT NOT NULL CHECK (json_valid(files)),
  UNIQUE (experiment_id, name, revision)
) STRICT;

-- What solving took on one thread, by point and column; of columns that were solved together an equal share. For
-- forecasts alone: never part of the content that the digest sees.
CREATE TABLE IF NOT EXISTS working_time (
  point_id INTEGER NOT NULL REFERENCES point (id),
  algorithm_id INTEGER NOT NULL REFERENCES algorithm (id),
  samples INTEGER NOT NULL,
  seconds REAL NOT NULL,
  PRIMARY KEY (point_id, algorithm_id)
) STRICT, WITHOUT ROWID;
)sql";

}  // namespace apportion::results
