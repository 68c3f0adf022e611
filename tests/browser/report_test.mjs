// The report of a small run in Chromium: switches, keyboard, widths, console, and every table against the database.
//   node report_test.mjs PROGRAM FOLDER SAMPLE     FOLDER has small.sqlite and report.html, which replays the sample
//   ("EXPERIMENT AXIS=VALUE ... NUMBER"); screenshots go there
import assert from 'node:assert/strict';
import {execFileSync} from 'node:child_process';
import {writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {pathToFileURL} from 'node:url';
import {openBrowser} from './webdriver.mjs';
import {checkClaims, checkDrawings, checkProvenance, checkTally} from './whole_tables.mjs';

const [program, folder, sample] = process.argv.slice(2);
const show = (...words) =>
    execFileSync(program, ['show', ...words, '--db', join(folder, 'small.sqlite')], {encoding: 'utf8', maxBuffer: 1 << 28});
const rowsOf = (...words) => JSON.parse(show(...words, '--format', 'json'));

// What the page holds, read in one go: each article with its tables, cell by cell, hidden ones too.
const readPage = () => {
  const table = (element) => ({
    caption: element.caption?.textContent ?? '',
    headers: [...element.querySelectorAll('thead th')].map((th) => [th.textContent, th.scope]),
    rows: [...element.tBodies].flatMap((body) => [...body.rows])
        .map((row) => [...row.cells].map((cell) => cell.textContent)),
  });
  const tables = (element) => [...element.querySelectorAll('table')].map(table);
  const titles = (element) => [...element.querySelectorAll('figure rect > title')].map((title) => title.textContent);
  const decoded = (link) => decodeURIComponent(link.href.replace(/^[^,]*,/, ''));
  return {
    articles: [...document.querySelectorAll('article')].map((article) => ({
      // An improvement has no query: its rows are computed from the samples.
      name: article.querySelector('details[id$="-sql"] summary')?.textContent.replace('The query of ', '') ??
          article.id.replace(/^sweeps-(.*)-(improvement)$/, 'sweeps/$1/$2'),
      csv: decoded(article.querySelector(`a[download="${article.id}.csv"]`)),
      sqlLink: article.querySelector('a[href$="-sql"]')?.getAttribute('href').slice(1),
      sqlId: article.querySelector('details[id$="-sql"]')?.id,
      views: [...article.querySelectorAll('.view')].map((view) => ({value: view.dataset.value, tables: tables(view)})),
      allRows: [...article.querySelectorAll('details table')].map(table).filter((each) => each.caption.endsWith('all rows')),
      parts: [...article.querySelectorAll('details table')].map(table).filter((each) => each.caption.endsWith(': parts')),
      titles: titles(article),
      plain: [...article.querySelectorAll('table')].filter((each) => !each.closest('.view'))
          .map(table).filter((each) => !/(all rows|: parts)$/.test(each.caption)),
    })),
    overview: tables(document.querySelector('#overview')),
    claims: [...document.querySelectorAll('table.claims')].map(table),
    bars: Object.fromEntries([...document.querySelectorAll('.card')].map((card) =>
        [card.querySelector('a').getAttribute('href').slice(1), card.querySelector('.legend')?.textContent])),
    provenance: tables(document.querySelector('#provenance')),
    replays: {tables: tables(document.querySelector('#replays')), titles: titles(document.querySelector('#replays'))},
    downloads: Object.fromEntries([...document.querySelectorAll('a[download]')]
        .map((link) => [link.download.replace(/\.csv$/, ''), decoded(link)])),
    queries: Object.fromEntries([...document.querySelectorAll('details[id$="-sql"]')]
        .map((details) => [details.id, details.querySelector('code').textContent])),
    tables: document.querySelectorAll('table').length,
  };
};

// The tables of the Markdown rendering: lists of lines of cells, without the heads.
function markdownTables(text) {
  const tables = [];
  let inside = false;
  for (const line of text.split('\n')) {
    if (!line.startsWith('|')) {
      inside = false;
      continue;
    }
    if (!inside) tables.push([]);
    inside = true;
    tables.at(-1).push(line.slice(2, -2).split(/(?<!\\) \| /)
        .map((cell) => cell.replace(/\\([^\w\s])/g, '$1')).map((cell) => cell === '-' ? '' : cell));
  }
  return tables.map((lines) => lines.slice(2));
}

const cellsOf = (tables) => tables.flatMap((table) => table.rows.map((row) => row.map((cell) => cell.trim())));
const isNumber = (text) => text !== '' && Number.isFinite(Number(text));

// A shown number is the stored one, rounded to the digits that are shown.
function sameNumber(shown, stored) {
  const digits = /e/i.test(shown) ? 0 : (shown.split('.')[1] ?? '').length;
  return Math.abs(Number(shown) - stored) <= 0.5000001 * 10 ** -digits || Number(shown) === stored;
}

function sameAsStored(shown, stored, place) {
  const left = stored.filter((value) => value !== null && value !== '').map(String);
  const texts = shown.filter((text) => text !== '');
  assert.equal(texts.length, left.length, `${place}: number of values`);
  const byValue = (a, b) => isNumber(a) && isNumber(b) ? Number(a) - Number(b) : a < b ? -1 : a > b ? 1 : 0;
  texts.sort(byValue);
  left.sort(byValue);
  texts.forEach((text, i) => assert.ok(text === left[i] || (isNumber(left[i]) && sameNumber(text, Number(left[i]))),
                                       `${place}: ${text} is shown where ${left[i]} is stored`));
}

// In a page's pivoted tables the first cell of a row is its title.
const valuesIn = (tables) => cellsOf(tables).flatMap((row) => row.slice(1));

function checkArticle(article) {
  const {columns, rows} = rowsOf(article.name);
  const column = (name) => rows.map((row) => row[columns.indexOf(name)]);
  assert.equal(article.csv, show(article.name, '--format', 'csv'), `${article.name}: CSV`);
  assert.equal(article.sqlLink, article.sqlId);
  for (const view of article.views) {
    const place = `${article.name}, ${view.value}`;
    sameAsStored(valuesIn(view.tables), column(view.value), place);
    // A view that only the page has is not known to the Markdown.
    if (view.value !== 'verdict' || article.name.startsWith('kalinov/'))
      assert.deepEqual(cellsOf(view.tables),
                       markdownTables(show(article.name, '--values', view.value, '--format', 'markdown')).flat(), place);
  }
  if (article.views.length === 0) {
    assert.ok(article.plain.length > 0, `${article.name}: no table`);
    assert.deepEqual(cellsOf(article.plain), markdownTables(show(article.name, '--format', 'markdown')).flat(), article.name);
  }
  for (const table of article.allRows)
    table.rows.forEach((row, i) => row.forEach((cell, j) => {
      const stored = rows[i][j];
      assert.ok(stored === null ? cell === '' : cell === String(stored) || Number(cell) === Number(stored),
                `${article.name}: ${cell} is shown where ${stored} is stored`);
    }));
}

function checkNumbers(page) {
  assert.ok(page.articles.length > 20, 'too few exhibits');
  for (const article of page.articles) checkArticle(article);
  checkTally(page, rowsOf);
  checkClaims(page, rowsOf);
  checkProvenance(page, show, rowsOf);
  checkDrawings(page, () => execFileSync(program, ['replay', ...sample.split(' ')], {encoding: 'utf8'}));
}

function checkAccessibility(page) {
  const all = [...page.articles.flatMap((a) => [...a.views.flatMap((v) => v.tables), ...a.plain, ...a.allRows, ...a.parts]),
               ...page.overview, ...page.claims, ...page.provenance, ...page.replays.tables];
  assert.equal(all.length, page.tables);
  for (const table of all) {
    assert.ok(table.caption.length > 0, 'a table without caption');
    assert.ok(table.headers.length > 0 && table.headers.every(([, scope]) => scope !== ''), `${table.caption}: headers`);
  }
}

const readStructure = () => ({
  language: document.documentElement.lang,
  levels: [...document.querySelectorAll('h1, h2, h3, h4')].map((heading) => Number(heading.tagName[1])),
  unnamedPictures: [...document.querySelectorAll('figure svg')]
      .filter((svg) => svg.getAttribute('role') !== 'img' || !svg.getAttribute('aria-label')).length,
  pictures: document.querySelectorAll('figure svg').length,
  landmarks: ['header', 'nav', 'main'].map((name) => document.querySelectorAll(name).length),
  repeatedIds: [...document.querySelectorAll('[id]')].map((element) => element.id)
      .filter((id, i, ids) => ids.indexOf(id) !== i),
  brokenLinks: [...document.querySelectorAll('a[href^="#"]')].map((a) => a.getAttribute('href').slice(1))
      .filter((id) => !document.getElementById(id)),
});

function checkStructure(structure) {
  assert.equal(structure.language, 'en');
  assert.deepEqual(structure.landmarks, [1, 1, 1]);
  assert.equal(structure.unnamedPictures, 0);
  assert.ok(structure.pictures > 10, 'too few charts');
  assert.deepEqual(structure.repeatedIds, []);
  assert.deepEqual(structure.brokenLinks, []);
  structure.levels.forEach((level, i) => assert.ok(i === 0 ? level === 1 : level <= structure.levels[i - 1] + 1, 'headings'));
}

// What a reader sees first: everything is folded but one's own sweeps, and the figure stands on the first screen.
const firstScreen = () => ({
  height: document.documentElement.scrollHeight,
  figure: document.querySelector('.opening figure').getBoundingClientRect().bottom + scrollY,
  bars: [...document.querySelectorAll('.card .bar')].map((bar) => bar.getBoundingClientRect().width),
  open: [...document.querySelectorAll('details.fold[open]')].map((fold) => fold.parentElement.id),
});

// A link of the contents unfolds its section; from there the way back is in view.
const followLink = (id) => {
  document.querySelector(`nav a[href="#${id}"]`).click();
  const top = document.querySelector('nav .to-top').getBoundingClientRect();
  return {seen: document.getElementById(id).offsetParent !== null, top: top.top >= 0 && top.bottom <= innerHeight};
};

const unfoldAll = () => { for (const fold of document.querySelectorAll('details.fold')) fold.open = true; };

// The column of a table as it stands, without hidden rows, and which way its head says it is sorted.
const column = (caption, place) => {
  const table = [...document.querySelectorAll('table')].find((each) => each.caption.textContent === caption);
  return {cells: [...table.tBodies[0].rows].filter((row) => !row.hidden).map((row) => row.cells[place].textContent),
          sorted: table.tHead.rows[0].cells[place].ariaSort};
};
const headOf = (caption, place, act) => {
  const table = [...document.querySelectorAll('table')].find((each) => each.caption.textContent === caption);
  const button = table.tHead.rows[0].cells[place].querySelector('button');
  if (act === 'focus') button.focus(); else button.click();
};
const filterBy = (caption, words) => {
  const table = [...document.querySelectorAll('table')].find((each) => each.caption.textContent === caption);
  const field = table.parentElement.querySelector('.filter input');
  field.value = words;
  field.dispatchEvent(new Event('input'));
  return table.parentElement.querySelector('.filter output').textContent;
};

// By the mouse, by the keyboard, and back to the order of the rows.
async function checkSorting(browser) {
  const points = ['Experiments', 3];
  const {cells: before} = await browser.evaluate(column, ...points);
  const sorted = [...before].sort((a, b) => Number(a) - Number(b));
  assert.notDeepEqual(before, sorted, 'the rows come sorted already');
  await browser.evaluate(headOf, ...points, 'click');
  assert.deepEqual(await browser.evaluate(column, ...points), {cells: sorted, sorted: 'ascending'});
  await browser.evaluate(headOf, ...points, 'focus');
  await browser.press(['\uE007']);
  const down = await browser.evaluate(column, ...points);
  assert.deepEqual(down, {cells: [...before].sort((a, b) => Number(b) - Number(a)), sorted: 'descending'});
  await browser.evaluate(headOf, ...points, 'click');
  assert.deepEqual(await browser.evaluate(column, ...points), {cells: before, sorted: null});
}

async function checkFilter(browser) {
  const {cells: all} = await browser.evaluate(column, 'Experiments', 0);
  const kept = all.filter((name) => name.startsWith('kaddoura/') && name.includes('table'));
  assert.equal(await browser.evaluate(filterBy, 'Experiments', 'TABLE kaddoura'), ` ${kept.length} of ${all.length} rows`);
  assert.deepEqual((await browser.evaluate(column, 'Experiments', 0)).cells, kept);
  await browser.evaluate(filterBy, 'Experiments', '');
  assert.deepEqual((await browser.evaluate(column, 'Experiments', 0)).cells, all);
}

// Clicks every radio button; after each exactly its view may be seen.
const useSwitches = () => {
  const wrong = [];
  let clicks = 0;
  for (const group of document.querySelectorAll('fieldset.views')) {
    const buttons = [...group.querySelectorAll(':scope > input')];
    buttons.forEach((button, chosen) => {
      group.querySelector(`label[for="${button.id}"]`).click();
      ++clicks;
      [...group.querySelectorAll('.view')].forEach((view, i) => {
        if ((view.offsetParent !== null) !== (i === chosen)) wrong.push(`${button.id}: view ${i}`);
      });
    });
    buttons[0].click();
  }
  return {wrong, clicks};
};

// From the first button the arrow key leads to the second value.
async function checkKeyboard(browser) {
  await browser.evaluate(() => document.querySelector('#kaddoura-table7 fieldset.views input').focus());
  await browser.press(['\uE014']);
  const seen = await browser.evaluate(() => [...document.querySelectorAll('#kaddoura-table7 .view')]
      .map((view) => view.offsetParent !== null));
  assert.deepEqual(seen.slice(0, 3), [false, true, false], 'the arrow key does not switch');
  await browser.evaluate(() => document.querySelector('#kaddoura-table7 fieldset.views input').click());
}

// The least contrast of visible texts with what they stand on, by WCAG 2's formula.
const leastContrast = () => {
  const rgb = (text) => text.match(/[\d.]+/g).map(Number);
  const light = (text) => {
    const [r, g, b] = rgb(text).slice(0, 3).map((c) => c / 255)
        .map((c) => c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4);
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const ground = (element) => {
    for (let at = element; at; at = at.parentElement) {
      const colour = getComputedStyle(at).backgroundColor;
      if (rgb(colour)[3] !== 0) return colour;
    }
    return 'rgb(255, 255, 255)';
  };
  let least = {contrast: 21, text: ''};
  for (const element of document.querySelectorAll('h1, h2, h3, p, a, td, th, caption, summary, figcaption, label, code, li')) {
    const [a, b] = [light(getComputedStyle(element).color), light(ground(element))].sort((x, y) => y - x);
    const contrast = (a + 0.05) / (b + 0.05);
    if (contrast < least.contrast) least = {contrast, text: `${element.tagName}.${element.className} ${element.textContent.slice(0, 40)}`};
  }
  return least;
};

// Columns that a reader would have to scroll for: on a wide page any of these tables, on a phone the verdicts' counts.
const cutHeads = (wide) => {
  const where = wide ? '#overview th, #replays th, #provenance th' : '.tally thead th:nth-child(-n + 5)';
  return [...document.querySelectorAll(where)].filter((head) => head.offsetParent !== null)
      .filter((head) => head.getBoundingClientRect().right > head.closest('.scroll').getBoundingClientRect().right + 1)
      .map((head) => `${head.closest('table').caption.textContent}: ${head.textContent}`);
};

async function checkLook(browser, {name, width, height, dark, media = 'screen'}) {
  await browser.devtools('Emulation.setEmulatedMedia',
                         {media, features: [{name: 'prefers-color-scheme', value: dark ? 'dark' : 'light'}]});
  await browser.devtools('Emulation.setDeviceMetricsOverride', {width, height, deviceScaleFactor: 1, mobile: width < 500});
  const {page, window: seen} = await browser.evaluate(
      () => ({page: document.documentElement.scrollWidth, window: document.documentElement.clientWidth}));
  assert.equal(seen, width);
  assert.ok(page <= seen, `${name}: the page is ${page} pixels wide in a window of ${seen}`);
  if (media === 'screen') assert.deepEqual(await browser.evaluate(cutHeads, width > 1000), [], `${name}: columns that are cut off`);
  const least = await browser.evaluate(leastContrast);
  assert.ok(least.contrast >= 4.5, `${name}: contrast ${least.contrast.toFixed(2)} of ${least.text}`);
  for (const [part, id] of [['overview', 'overview'], ['table', 'kaddoura-table7'], ['drawing', 'kaddoura-figure16'],
                            ['chart', 'kalinov-figure3a'], ['replay', 'replays'], ['provenance', 'provenance']]) {
    await browser.evaluate((where) => document.getElementById(where).scrollIntoView(), id);
    const {data} = await browser.devtools('Page.captureScreenshot', {format: 'png'});
    writeFileSync(join(folder, `${name}-${part}.png`), Buffer.from(data, 'base64'));
  }
}

// A page of one sweep: its title is there once, no column of its wide table is cut off, and on a phone charts and
// tables scroll within the page.
async function checkSweepPage(browser, dark) {
  await browser.open(pathToFileURL(join(folder, 'pairs.html')).href);
  await browser.devtools('Emulation.setEmulatedMedia',
                         {media: 'screen', features: [{name: 'prefers-color-scheme', value: dark ? 'dark' : 'light'}]});
  for (const width of [1280, 390]) {
    await browser.devtools('Emulation.setDeviceMetricsOverride', {width, height: 1600, deviceScaleFactor: 1, mobile: width < 500});
    const seen = await browser.evaluate(() => ({
      title: [...document.querySelectorAll('h1, h2, h3, caption:not(.unseen), .card')]
          .filter((each) => each.textContent.includes('Three algorithms pairwise')).length,
      question: document.querySelector('#overview').textContent.includes('Which of three algorithms is best?'),
      width: document.documentElement.scrollWidth,
      // The pictures of each chart that a reader sees.
      charts: [...document.querySelectorAll('figure')].map((figure) => [...figure.querySelectorAll('svg')]
          .map((svg) => svg.getBoundingClientRect()).filter((box) => box.width > 0)),
      opens: document.querySelector('#overview .opening figure svg') !== null,
      boxes: [...document.querySelectorAll('article .scroll')].map((box) => ({
        cut: box.scrollWidth > box.clientWidth + 1,
        scrolls: getComputedStyle(box).overflowX === 'auto' && box.getBoundingClientRect().right <= innerWidth,
      })),
    }));
    assert.equal(seen.title, 1);
    assert.ok(seen.question);
    assert.ok(seen.width <= width, `the sweep's page is ${seen.width} pixels wide in a window of ${width}`);
    assert.ok(seen.opens, 'the page does not begin with a chart');
    assert.deepEqual(seen.charts.map((boxes) => boxes.length), [1], 'a sweep opens with one chart, once');
    assert.ok(width < 500 || seen.charts.every(([box]) => box.left >= 0 && box.right <= width), 'a chart is cut');
    assert.ok(seen.charts.every(([box]) => box.width > 500), 'the letters of a chart are too small');
    assert.ok(seen.boxes.length > 2 && seen.boxes.every((box) => box.scrolls));
    assert.deepEqual(seen.boxes.map((box) => box.cut).includes(true), width < 500, `boxes that are cut at ${width}`);
    const {data} = await browser.devtools('Page.captureScreenshot', {format: 'png'});
    writeFileSync(join(folder, `sweep-${width}${dark ? '-dark' : ''}.png`), Buffer.from(data, 'base64'));
  }
}

const browser = await openBrowser();
try {
  const address = pathToFileURL(join(folder, 'report.html')).href;
  // Without a script everything is open, and nothing stands there that would do nothing.
  await browser.devtools('Emulation.setScriptExecutionDisabled', {value: true});
  await browser.open(address);
  await browser.devtools('Emulation.setScriptExecutionDisabled', {value: false});
  assert.deepEqual(await browser.evaluate(() => ({
    folded: document.querySelectorAll('details.fold:not([open])').length,
    unseen: [...document.querySelectorAll('article')].filter((article) => article.offsetParent === null).length,
    controls: document.querySelectorAll('button, input[type="search"]').length,
  })), {folded: 0, unseen: 0, controls: 0});

  await browser.open(address);
  await browser.devtools('Emulation.setDeviceMetricsOverride', {width: 1280, height: 800, deviceScaleFactor: 1, mobile: false});
  const first = await browser.evaluate(firstScreen);
  assert.deepEqual(first.open, ['sweeps-crossover']);
  assert.ok(first.figure <= 900, `the first figure ends at ${first.figure}`);
  assert.equal(new Set(first.bars).size, 1, `bars of ${first.bars} pixels`);
  assert.ok(first.height < 5000, `the page is ${first.height} pixels long`);
  assert.deepEqual(await browser.evaluate(followLink, 'kaddoura-table7'), {seen: true, top: true});
  await browser.evaluate(unfoldAll);
  await checkSorting(browser);
  await checkFilter(browser);
  const page = await browser.evaluate(readPage);
  checkNumbers(page);
  checkAccessibility(page);
  checkStructure(await browser.evaluate(readStructure));
  const {wrong, clicks} = await browser.evaluate(useSwitches);
  assert.deepEqual(wrong, []);
  assert.ok(clicks > 30, 'too few switches');
  await checkKeyboard(browser);
  for (const look of [{name: 'wide', width: 1280, height: 1600}, {name: 'phone', width: 390, height: 1600},
                      {name: 'wide-dark', width: 1280, height: 1600, dark: true},
                      {name: 'phone-dark', width: 390, height: 1600, dark: true}])
    await checkLook(browser, look);
  // A sheet of A4 shows what is chosen, without the switches.
  await checkLook(browser, {name: 'print', width: 794, height: 1123, media: 'print'});
  assert.equal(await browser.evaluate(() => [...document.querySelectorAll('fieldset.views > label, nav')]
      .filter((element) => element.offsetParent !== null).length), 0);
  await checkSweepPage(browser, false);
  await checkSweepPage(browser, true);
  // A message begins with its source; those of the browser's own pages say nothing about the report.
  const messages = (await browser.log()).filter((entry) => !entry.message.startsWith('chrome://'));
  assert.deepEqual(messages.map((entry) => `${entry.level} ${entry.message}`), []);
  console.log(`${page.articles.length} exhibits, ${page.tables} tables, ${clicks} switches: all as in the database`);
} finally {
  await browser.close();
}
