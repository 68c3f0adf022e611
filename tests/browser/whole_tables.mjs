// Checks the report's tables that no exhibit has, whole rows of them: tally, claims, failures, provenance, replays.
import assert from 'node:assert/strict';

const text = (value) => value === null || value === undefined ? '' : String(value);
const texts = (rows) => rows.map((row) => row.map(text));

// The rows of a CSV file without its heads; fields in quotes may hold anything (RFC 4180).
function csvRows(file) {
  const rows = [[]];
  for (const [, quoted, plain, end] of file.matchAll(/(?:"((?:[^"]|"")*)"|([^",\n]*))(,|\n|$)/g)) {
    rows.at(-1).push(quoted === undefined ? plain : quoted.replaceAll('""', '"'));
    if (end === '\n') rows.push([]);
    if (end === '') break;
  }
  return rows.slice(1, -1);
}

// What the words of the exhibits mean, said once more here.
const reproduced = new Set(['equal', 'inside', 'exact', 'rounded', 'truncated', 'reproduced', 'holds', 'same magnitude', 'both']);
const partly = new Set(['mostly reproduced', 'CC', 'NL']);
const apart = new Set(['under a condition', 'cannot be judged']);

// A claim of too few samples says how many it needs.
const isJudged = (verdict) => verdict !== null && !verdict.startsWith('not judged');

function outcome(verdict, denied = false) {
  if (apart.has(verdict)) return verdict;
  if (denied) return verdict === 'fails' ? 'reproduced' : 'not reproduced';
  return reproduced.has(verdict) ? 'reproduced' : partly.has(verdict) ? 'partly' : 'not reproduced';
}

// The columns that name a claim and its circumstances.
const claimColumns = ['claim', 'text', 'what'];
const settingColumns = ['sampling', 'latency', 'place', 'graph'];
const order = ['not reproduced', 'partly', 'under a condition', 'cannot be judged', 'reproduced'];
const tallied = ['reproduced', 'partly', 'not reproduced', 'under a condition', 'cannot be judged', 'computed'];

// The claims of an exhibit, each once: [claim, outcome, words, standing, exhibit].
function claimsIn(exhibit, rowsOf) {
  const {columns, rows} = rowsOf(exhibit);
  const [claim, setting] = [claimColumns, settingColumns].map((names) => names.find((name) => columns.includes(name)));
  const claims = new Map();
  for (const cells of rows) {
    const row = Object.fromEntries(columns.map((name, i) => [name, cells[i]]));
    if (!isJudged(row.verdict) || row['said by'] === 'beyond the paper') continue;
    if (!claims.has(row[claim])) claims.set(row[claim], []);
    claims.get(row[claim]).push({...row, outcome: outcome(row.verdict, row['said by'] === 'denied by the paper'),
                                 where: [row[setting], row['said by']].filter((part) => part).join(', ')});
  }
  return [...claims].map(([name, judged]) => {
    // What cannot be judged under some circumstances is judged by the others.
    const told = judged.map((row) => row.outcome).filter((each) => each !== 'cannot be judged');
    const outcomes = new Set(told.length > 0 ? told : ['cannot be judged']);
    const words = [...new Set(judged.map((row) => row.verdict))].map((verdict) => {
      const where = judged.filter((row) => row.verdict === verdict).map((row) => row.where).join(', ');
      return where ? `${verdict}: ${where}` : verdict;
    });
    const standing = judged.map((row) => text(row.standing)).find((each) => each) ?? '';
    return [name, outcomes.size === 1 ? [...outcomes][0] : 'partly', words.join('; '), standing, exhibit];
  });
}

/** What the overview counts must be in the rows; a claim counts once. */
export function checkTally(page, rowsOf) {
  const lines = page.overview.find((table) => table.caption.startsWith('Verdicts')).rows.filter((row) => row.length > 1);
  assert.ok(lines.length > 10, 'the overview judges almost nothing');
  const listed = new Set(page.claims.flatMap((table) => table.rows.map((row) => row.at(-1))));
  const sums = {};
  for (const line of lines) {
    const [what, exhibit] = [line[0], line.at(-1)];
    // Their statements are among the claims.
    assert.ok(!['kaddoura/lemmas', 'niculescu/statements'].includes(exhibit), `${exhibit} is counted twice`);
    const {columns, rows} = rowsOf(exhibit);
    const verdict = columns.indexOf(what.startsWith('values of rho') ? 'found by' : 'verdict');
    // A good value is computed, not reproduced, where no paper prints it.
    const isPrinted = (row) => columns.some((name, i) => /^printed( |$)/.test(name) && row[i] !== null);
    const found = (row) => (outcome(row[verdict]) === 'reproduced' && !isPrinted(row) ? 'computed' : outcome(row[verdict]));
    const outcomes = listed.has(exhibit) ? claimsIn(exhibit, rowsOf).map((claim) => claim[1])
                                         : rows.filter((row) => isJudged(row[verdict])).map(found);
    const count = (word) => outcomes.filter((each) => each === word).length;
    assert.deepEqual(line.slice(1, 2 + tallied.length), [outcomes.length, ...tallied.map(count)].map(String), `${exhibit}: ${what}`);
    const paper = exhibit.split('/')[0];
    sums[paper] = tallied.map((word, i) => (sums[paper]?.[i] ?? 0) + count(word));
  }
  assert.deepEqual(csvRows(page.downloads.tally).map((row) => row.slice(1)), lines, 'the tally as CSV');
  for (const [paper, counts] of Object.entries(sums)) {
    // Outcomes without a claim are left out, but for reproduced and not.
    const words = counts.map((count, i) => `${count} ${tallied[i] === 'not reproduced' ? 'not' : tallied[i]}`)
      .filter((word) => !word.startsWith('0 ') || ['0 reproduced', '0 not'].includes(word));
    assert.equal(page.bars[paper], words.join(', '), `${paper}: bar`);
  }
}

/** The claims of each paper are the rows of its exhibits, those that are not reproduced first. */
export function checkClaims(page, rowsOf) {
  const papers = new Map();
  for (const {rows} of page.claims)
    for (const row of rows) {
      const paper = row.at(-1).split('/')[0];
      papers.set(paper, [...papers.get(paper) ?? [], row]);
    }
  assert.equal(papers.size, 4);
  for (const [paper, rows] of papers) {
    const exhibits = [...new Set(rows.map((row) => row.at(-1)))];
    assert.deepEqual([...rows].sort(), exhibits.flatMap((exhibit) => claimsIn(exhibit, rowsOf)).sort(), paper);
    const places = rows.map((row) => order.indexOf(row[1]));
    assert.deepEqual(places, [...places].sort(), `${paper}: order`);
    assert.deepEqual(csvRows(page.downloads[`${paper}-verdicts`]), rows, `${paper}: CSV`);
  }
}

function checkQueried(page, name, shown, show, fold = (row) => row) {
  const sql = page.queries[`${name}-sql`];
  assert.ok(sql, `${name}: no query`);
  assert.deepEqual(shown, texts(JSON.parse(show('--sql', sql, '--format', 'json')).rows).map(fold), name);
  assert.equal(page.downloads[name], show('--sql', sql, '--format', 'csv'), `${name}: CSV`);
}

/** Failures, experiments and runs are what the queries under them answer, and what the database's views say. */
export function checkProvenance(page, show, rowsOf) {
  const [failures] = page.overview.filter((table) => table.caption.startsWith('Units that failed'));
  const [experiments, runs] = page.provenance;
  const stored = (sql) => texts(rowsOf('--sql', sql).rows);
  checkQueried(page, 'failures', failures.rows, show);
  assert.deepEqual(failures.rows.map((row) => [row[0], row[1], row[7]]),
                   stored('SELECT experiment, seed, message FROM failures ORDER BY experiment, seed, message'));
  checkQueried(page, 'experiments', experiments.rows, show);
  assert.deepEqual(experiments.rows.map((row) => row.slice(0, 2)), stored('SELECT name, seed FROM experiment ORDER BY name, seed'));
  const timings = experiments.rows.find((row) => row[0] === 'kaddoura/table8');
  assert.deepEqual(timings.slice(6), stored("SELECT (SELECT count(*) FROM timing), started FROM runs WHERE command LIKE '%table8%'")[0]);
  // The last cell of a run can be unfolded.
  const folded = ([started, finished, outcomeOfRun, command, revision, compiler, flags, libraries, ...rest]) =>
      [started, finished, outcomeOfRun, command, revision, compiler, ...rest, `showflags: ${flags}libraries: ${libraries}`];
  checkQueried(page, 'runs', runs.rows, show, folded);
  assert.deepEqual(runs.rows, stored('SELECT started, finished, outcome, command, revision, compiler, flags, libraries, ' +
                                     'cpu, cores, threads FROM runs ORDER BY started DESC, uuid').map(folded));
}

// The list under a drawing says what hovering over its parts shows.
function checkParts(parts, titles, csv) {
  const said = titles.map((title) => /^processor (\d+): (\S+) %, area (\S+), perimeter (\S+)$/.exec(title).slice(1).map(Number));
  assert.ok(said.length > 0, 'a drawing without parts');
  assert.deepEqual(parts.rows.map((row) => row.slice(1).map(Number)), said, parts.caption);
  assert.deepEqual(csvRows(csv), parts.rows, `${parts.caption}: CSV`);
}

/** Replayed samples and Figure 16: the numbers that `apportion replay` prints, and the parts of the drawings. */
export function checkDrawings(page, replay) {
  const figure = page.articles.find((article) => article.name === 'kaddoura/figure16');
  checkParts(figure.parts[0], figure.titles, page.downloads['kaddoura-figure16-parts']);
  const [parts, metrics] = page.replays.tables;
  checkParts(parts, page.replays.titles, page.downloads['replay-1-parts']);
  const printed = replay().split('\n\n')[2].split('\n').slice(2).map((line) => line.trim().split(/ {2,}/));
  assert.deepEqual(metrics.rows, printed, metrics.caption);
  assert.deepEqual(csvRows(page.downloads['replay-1']), printed, 'the replay as CSV');
}
