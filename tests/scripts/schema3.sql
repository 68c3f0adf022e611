-- The tables of schema 3.
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

CREATE TABLE algorithm (
  id INTEGER PRIMARY KEY,
  name TEXT NOT NULL,
  revision INTEGER NOT NULL,
  rival TEXT NOT NULL,
  rival_revision INTEGER NOT NULL,
  UNIQUE (name, revision, rival, rival_revision)
) STRICT;

CREATE TABLE point (
  id INTEGER PRIMARY KEY,
  experiment_id INTEGER NOT NULL REFERENCES experiment (id),
  coordinates TEXT NOT NULL CHECK (json_valid(coordinates)),
  UNIQUE (experiment_id, coordinates)
) STRICT;

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

CREATE TABLE unit (
  id INTEGER PRIMARY KEY,
  point_id INTEGER NOT NULL REFERENCES point (id),
  algorithm_id INTEGER NOT NULL REFERENCES algorithm (id),
  chunk INTEGER NOT NULL,
  samples INTEGER NOT NULL,
  run_id INTEGER REFERENCES run (id),
  UNIQUE (point_id, algorithm_id, chunk)
) STRICT;

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

CREATE TABLE sample (
  unit_id INTEGER NOT NULL REFERENCES unit (id) ON DELETE CASCADE,
  sample INTEGER NOT NULL,
  metric_id INTEGER NOT NULL REFERENCES metric (id),
  value REAL NOT NULL,
  PRIMARY KEY (unit_id, sample, metric_id)
) STRICT, WITHOUT ROWID;

CREATE TABLE failure (
  unit_id INTEGER PRIMARY KEY REFERENCES unit (id) ON DELETE CASCADE,
  sample INTEGER NOT NULL,
  message TEXT NOT NULL
) STRICT;

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

CREATE TABLE added_axis (
  experiment_id INTEGER NOT NULL REFERENCES experiment (id),
  name TEXT NOT NULL,
  value TEXT NOT NULL,
  position INTEGER NOT NULL,
  UNIQUE (experiment_id, name)
) STRICT;

CREATE TABLE sweep_text (
  experiment_id INTEGER PRIMARY KEY REFERENCES experiment (id) ON DELETE CASCADE,
  file TEXT NOT NULL,
  text TEXT NOT NULL,
  written TEXT NOT NULL
) STRICT;

CREATE TABLE own_algorithm (
  experiment_id INTEGER NOT NULL REFERENCES experiment (id) ON DELETE CASCADE,
  name TEXT NOT NULL,
  revision INTEGER NOT NULL,
  command TEXT NOT NULL,
  files TEXT NOT NULL CHECK (json_valid(files)),
  UNIQUE (experiment_id, name, revision)
) STRICT;

CREATE TABLE working_time (
  point_id INTEGER NOT NULL REFERENCES point (id),
  algorithm_id INTEGER NOT NULL REFERENCES algorithm (id),
  samples INTEGER NOT NULL,
  seconds REAL NOT NULL,
  PRIMARY KEY (point_id, algorithm_id)
) STRICT, WITHOUT ROWID;
