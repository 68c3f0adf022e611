// The page of scripts/web in Chromium, opened from disk: answers and files beside the program's, dragging, painting, Stop,
// the address, widths, the keyboard, hostile input. Times are printed, not judged: a machine may be busy.
//   node page_test.mjs PROGRAM PAGE FOLDER     screenshots and files go to FOLDER
import assert from 'node:assert/strict';
import {execFileSync, spawnSync} from 'node:child_process';
import {existsSync, readFileSync, statSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {setTimeout as sleep} from 'node:timers/promises';
import {pathToFileURL} from 'node:url';
import {openBrowser} from './webdriver.mjs';

const [program, page, folder] = process.argv.slice(2);
const address = pathToFileURL(page).href;
const browser = await openBrowser({performance: 'ALL'});
const state = (work, ...values) => browser.evaluate(work, ...values);
const text = (id) => state((id) => document.getElementById(id).textContent, id);
const hasChanged = async (work, what, ...values) => {
  for (const end = Date.now() + 60_000; Date.now() < end; await sleep(10)) if (await state(work, ...values)) return;
  assert.fail(`what was waited for does not come: ${what}`);
};
// Nothing runs or waits, and the picture is of the last question.
const settled = () => hasChanged(() => !running && !quickRuns && (shown.version === version || document.getElementById('error').textContent !== ''),
                                 'the answer to the last question');
const open = async (hash = '') => {
  await browser.open('about:blank');
  const begin = Date.now();
  await browser.open(address + hash);
  await hasChanged(() => typeof shown !== 'undefined' && shown.version > 0 || document.getElementById('error').textContent !== '', 'a first answer');
  return Date.now() - begin;
};
const set = (id, value) => state((id, value) => {
  const input = document.getElementById(id);
  if (input.type === 'checkbox') input.checked = value; else input.value = value;
  input.dispatchEvent(new Event('input', {bubbles: true}));
  input.dispatchEvent(new Event('change', {bubbles: true}));
}, id, value);
const screenshot = async (name) =>
    writeFileSync(join(folder, `${name}.png`), Buffer.from((await browser.devtools('Page.captureScreenshot', {})).data, 'base64'));
const atWidth = (width, height) =>
    browser.devtools('Emulation.setDeviceMetricsOverride', {width, height, deviceScaleFactor: 1, mobile: false});
const scheme = (value) => browser.devtools('Emulation.setEmulatedMedia', {features: [{name: 'prefers-color-scheme', value}]});
const percentile = (times, part) => [...times].sort((a, b) => a - b)[Math.floor((times.length - 1) * part)];
const report = (what, ...values) => console.log(`${what}: ${values.join(', ')}`);

// --- Problems, the same on every machine

let seed = 20260727;
const below = (bound) => { seed = (seed * 1103515245 + 12345) % 2147483648; return Math.floor(seed / 65536) % bound; };
const weights = (count) => Array.from({length: count}, () => 1 + below(64) / (1 + below(4)));
const rectangles = (algorithm) => ({algorithm, rows: 100 + below(900), columns: 100 + below(2900), weights: weights(2 + below(18)),
                                    ...below(2) ? {latency: below(200)} : {}});
const cells = (algorithm, most = 40) => {
  const rows = 8 + below(most), columns = 8 + below(most);
  const problem = {algorithm, rows, columns, weights: weights(2 + below(6))};
  if (below(2)) problem.mask = [[below(4), below(4), 1 + below(3), 1 + below(4)]];
  if (below(3) === 0) problem.loads = Array.from({length: rows}, () => Array.from({length: columns}, () => below(5)));
  if (below(3) === 0) Object.assign(problem, {objective: 'volume', imbalance: '3%'});
  return problem;
};
const exact = {rectangles: ['TILE', 'XY2', 'XY', 'RecursiveBisection2', 'HYBRID[levels=2]', 'OPTIMAL'],
               cells: ['RCB', 'STRIPES', 'JAG-M', 'HIER-RELAXED']};

async function sameAnswers(family, problems, isExact) {
  const ours = spawnSync(program, ['solve', family, '--batch', '-'], {input: problems.map((each) => JSON.stringify(each)).join('\n'), maxBuffer: 1 << 28})
      .stdout.toString().trimEnd().split('\n');
  const theirs = await state(async (family, problems) => {
    const all = [];
    for (const each of problems) all.push(await main.send({question: `${family} solve\n${JSON.stringify(each)}`}));
    return all.map(({status, answer, ms}) => ({status, answer, ms}));
  }, family, problems);
  let equal = 0;
  problems.forEach((problem, i) => {
    const place = `${family} ${i}: ${JSON.stringify(problem).slice(0, 300)}`;
    const expected = JSON.parse(ours[i]);
    if (expected.error) {
      assert.equal(theirs[i].answer, expected.error, place);
      return ++equal;
    }
    assert.equal(theirs[i].status, 0, `${place}: ${theirs[i].answer}`);
    if (theirs[i].answer.trimEnd() === ours[i]) return ++equal;
    const found = JSON.parse(theirs[i].answer);
    assert.ok(!isExact, `${place}: an exact method gives\n${theirs[i].answer.slice(0, 300)} for\n${ours[i].slice(0, 300)}`);
    const cost = (answer) => answer[problem.objective] ?? answer.total;
    assert.ok(Math.abs(cost(found) - cost(expected)) <= 1e-9 * cost(expected), `${place}: ${cost(found)} for ${cost(expected)}`);
  });
  return equal;
}

async function checkAnswers() {
  for (const [family, make] of Object.entries({rectangles, cells})) {
    const problems = Array.from({length: 100}, (_, i) => {
      const algorithm = exact[family][i % exact[family].length];
      const problem = make(algorithm);
      if (algorithm === 'OPTIMAL') problem.weights = problem.weights.slice(0, 5);
      return problem;
    });
    report(`exact methods of ${family}, the same bytes`, `${await sameAnswers(family, problems, true)} of ${problems.length}`);
    const methods = family === 'cells' ? ['BEST', 'POLISHED', 'MULTILEVEL', 'JOGGED'] : ['BEST', 'ROLLOUT', 'MULTILEVEL'];
    const searched = Array.from({length: 30}, (_, i) => make(methods[i % methods.length], 16));
    if (family === 'rectangles') Object.assign(searched[4], {weights: [[8, 4, 2], [3, 3], 5]});
    searched.push({...make('BESST')}, {...make('BEST'), weights: [1, -1]}, {...make('BEST'), rows: 'many'});
    report(`searches of ${family}, the same bytes`, `${await sameAnswers(family, searched, false)} of ${searched.length}, the others within 1e-9`);
  }
}

// --- As a user

const solved = (...words) => JSON.parse(execFileSync(program, words, {maxBuffer: 1 << 28}));
const shownCost = () => state(() => shown.found && [shown.algorithm, shown.found.total]);
// What the page shows is what its own command line gives.
async function sameAsCommand() {
  const words = await state(() => command());
  const list = execFileSync('bash', ['-c', `printf '%s\\0' ${words}`]).toString().split('\0').slice(1, -1);
  const place = list.indexOf('--algorithm') + 1;
  list[place] = list[place].split(',')[0];
  const [algorithm, total] = await shownCost();
  const expected = solved(...list), bound = expected.lower_bound;
  assert.equal(algorithm, list[place]);
  assert.ok(Math.abs(total - expected.total) <= 1e-9 * total, `${list.join(' ')}: ${total}`);
  assert.equal(await text('bound'), bound > 0 ? bound.toLocaleString('en', {minimumFractionDigits: 2, maximumFractionDigits: 2}) : 'no bound is known');
}

async function checkDrag() {
  await open();
  await set('weights', Array.from({length: 20}, (_, i) => 1 + i * 7 % 40).join(','));
  await settled();
  const times = await state(async () => {
    const slider = document.querySelectorAll('#sliders input[type=range]')[3];
    const pictures = [], long = [], begun = [], plain = showPicture;
    new PerformanceObserver((list) => long.push(...list.getEntries().map(({duration}) => duration))).observe({type: 'longtask'});
    showPicture = (asked, answer) => { plain(asked, answer); pictures.push([asked.version, answer.algorithm, performance.now()]); };
    for (let i = 0; i < 30; ++i) {
      slider.value = -2 + i * .25;
      begun.push([version + 1, performance.now()]);
      slider.dispatchEvent(new Event('input'));
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    while (running || quickRuns) await new Promise((resolve) => setTimeout(resolve, 10));
    showPicture = plain;
    const after = (algorithm) => begun.map(([wanted, at]) => (pictures.find(([of, by]) => of >= wanted && (!algorithm || by === algorithm))?.[2] ?? Infinity) - at);
    return {first: after(), best: after('BEST'), shown: pictures.filter(([, by]) => by === 'BEST').length, long};
  });
  report('30 events of a drag, ms to a first picture (median, 95 %)', ...[.5, .95].map((part) => percentile(times.first, part).toFixed(0)));
  report('ms to a picture by BEST of that value or a later one', ...[.5, .95].map((part) => percentile(times.best, part).toFixed(0)), `${times.shown} shown`);
  report('tasks of more than 50 ms on the page\'s thread', times.long.length, ...times.long.map((each) => each.toFixed(0)));
  assert.ok(times.best.every(Number.isFinite));
  assert.equal(await state(() => shown.version === version && shown.asked.problem.weights[3]), Number((2 ** 5.25).toPrecision(4)));
  await sameAsCommand();
}

async function checkPainting() {
  await open('#kind=cells&rows=60&columns=90&weights=8,6,4,4,2,1&algorithms=BEST;RCB');
  await settled();
  const before = await shownCost();
  await state(() => { document.getElementById('paint').click(); document.getElementById('picture').scrollIntoView({block: 'center'}); });
  const box = await state(() => { const {left, top, width, height} = document.getElementById('picture').getBoundingClientRect(); return {left, top, width, height}; });
  const at = (x, y) => ({x: Math.round(box.left + x * box.width), y: Math.round(box.top + y * box.height)});
  await browser.drag([at(.2, .2), at(.4, .4), at(.6, .45)]);
  await settled();
  assert.notDeepEqual(await shownCost(), before);
  assert.equal(await state(() => land.cells.reduce((a, b) => a + b) === land.rectangles().reduce((a, each) => a + each[2] * each[3], 0)), true);
  await sameAsCommand();
  await screenshot('painted');
  await sleep(400);
  const [hash, cost, mask] = await state(() => [location.hash, shown.found.total, JSON.stringify(land.rectangles())]);
  await open(hash);
  await settled();
  assert.deepEqual(await state(() => [location.hash, shown.found.total, JSON.stringify(land.rectangles())]), [hash, cost, mask]);
}

async function checkStop() {
  await open('#kind=cells&rows=500&columns=500&weights=9,8,7,6,5,4,3,2,1,1,1,1&imbalance=1%25&algorithms=RCB');
  await settled();
  const before = await shownCost();
  await state(() => { for (const box of document.querySelectorAll('#algorithms input')) box.checked = box.value === 'MULTILEVEL'; changed(); });
  await hasChanged(() => !document.getElementById('stop').hidden, 'the button to stop');
  const took = await state(async () => {
    const begin = performance.now();
    document.getElementById('stop').click();
    while (running) await new Promise((resolve) => setTimeout(resolve, 1));
    return performance.now() - begin;
  });
  report('ms until a long question had stopped', took.toFixed(0));
  assert.deepEqual(await shownCost(), before);
  assert.match(await text('error'), /stopped/);
  await state(() => { for (const box of document.querySelectorAll('#algorithms input')) box.checked = box.value === 'STRIPES'; changed(); });
  await settled();
  await sameAsCommand();
}

async function checkDownloads() {
  await browser.devtools('Browser.setDownloadBehavior', {behavior: 'allow', downloadPath: folder});
  for (const [kind, hash, words] of [
    ['rectangles', '#rows=100&columns=300&weights=5,3,2,1&latency=7&algorithms=XY2', '--rows 100 --columns 300 --weights 5,3,2,1 --latency 7 --algorithm XY2'],
    ['cells', '#kind=cells&rows=20&columns=30&weights=5,3,2,1&mask=[[0,0,4,5]]&algorithms=RCB', '--rows 20 --columns 30 --weights 5,3,2,1 --mask [[0,0,4,5]] --algorithm RCB']]) {
    await open(hash);
    await settled();
    const forms = await state(() => names.forms);
    const buttons = await state(() => [...document.querySelectorAll('#downloads button')].map((button) => button.textContent));
    assert.ok(forms.length >= 8 && forms.length === buttons.length);
    for (const [i, [form]] of forms.entries()) {
      const ours = join(folder, `expected-${kind}-${form}`);
      const command = form === 'svg' ? ['draw', kind, '--format', 'svg'] : ['solve', kind, ...form === 'solve' ? [] : ['--format', form]];
      const {stdout, stderr, status} = spawnSync(program, [...command, ...words.split(' ')], {maxBuffer: 1 << 28});
      writeFileSync(ours, stdout);
      const file = join(folder, buttons[i]);
      if (existsSync(file)) spawnSync('rm', [file]);
      await sleep(120);  // Chromium drops what is above ten files in a second
      await state((i) => document.querySelectorAll('#downloads button')[i].click(), i);
      if (status !== 0) {
        await hasChanged(() => document.getElementById('error').textContent !== '', 'a refusal');
        assert.equal(`apportion: ${await text('error')}`, stderr.toString().trimEnd(), `${kind} ${form}`);
        continue;
      }
      for (let tries = 0; tries < 500 && !(existsSync(file) && statSync(file).size === stdout.length); ++tries) await sleep(10);
      assert.ok(existsSync(file), `${kind}: ${buttons[i]} was not written`);
      assert.deepEqual(readFileSync(file), stdout, `${kind}: ${buttons[i]} beside ${command.join(' ')}`);
    }
  }
}

async function checkLooks() {
  for (const [width, height] of [[1280, 900], [390, 844], [1600, 1000]]) {
    await atWidth(width, height);
    for (const colours of ['light', 'dark']) {
      await scheme(colours);
      for (const [kind, hash] of [['rectangles', ''], ['cells', '#kind=cells&rows=60&columns=90&weights=8,6,4,4,2,1&mask=[[0,0,20,30],[30,40,9,15]]']]) {
        await open(hash);
        await settled();
        assert.ok(await state(() => document.documentElement.scrollWidth <= innerWidth), `${width}: wider than the window`);
        const {top, bottom} = await state(() => { const {top, bottom} = document.getElementById('picture').getBoundingClientRect(); return {top, bottom}; });
        assert.ok(top >= 0 && bottom <= height, `${width}: the picture is not in sight`);
        const small = await state(() => [...document.querySelectorAll('button, input, select, summary')].filter((each) => each.offsetParent && !each.closest('label'))
            .filter((each) => each.getBoundingClientRect().height < 24).map((each) => each.id || each.outerHTML));
        assert.deepEqual(small, [], 'targets of less than 24 px');
        const nameless = await state(() => [...document.querySelectorAll('input, select')].filter((each) => !each.closest('label') && !each.getAttribute('aria-label')).length);
        assert.equal(nameless, 0);
        await screenshot(`${kind}-${width}-${colours}`);
        if (width === 390) {
          await state(() => document.getElementById('sliders').scrollIntoView());
          assert.ok(await state(() => document.getElementById('picture').getBoundingClientRect().bottom > 50), 'the picture left');
          await screenshot(`${kind}-${width}-${colours}-sliders`);
        }
      }
    }
  }
  await browser.devtools('Emulation.clearDeviceMetricsOverride', {});
  await scheme('light');
}

const tab = '\uE004', right = '\uE014', down = '\uE015', space = ' ';
async function checkKeyboard() {
  await open('#kind=cells&rows=40&columns=60&weights=4,2,1&algorithms=RCB');
  await settled();
  await state(() => { for (const id of ['paint']) document.getElementById(id).click(); document.getElementById('parts').open = true; });
  const wanted = await state(() => [...document.querySelectorAll('a[href], button, input, select, summary, #picture')].filter((each) => each.offsetParent)
      .map((each, i) => { each.dataset.number = i; return each.type === 'radio' && !each.checked ? null : String(i); }).filter((each) => each !== null));
  const reached = new Set();
  const goTo = async (id) => {
    for (let i = 0; i < wanted.length + 5; ++i) {
      await browser.press([tab]);
      const [number, name] = await state(() => [document.activeElement.dataset.number, document.activeElement.id || document.activeElement.ariaLabel || document.activeElement.value]);
      reached.add(number);
      if (name === id) return;
    }
    assert.fail(`the keyboard does not reach ${id}`);
  };
  await goTo('speed of processor 1, slider');
  const before = await state(() => version);
  await browser.press([right, right]);
  assert.equal(await state(() => version), before + 2);
  assert.match(await state(() => document.activeElement.getAttribute('aria-valuetext')), /^speed 2\.1/);
  await goTo('picture');
  await browser.press([down, right, space]);
  await settled();
  assert.ok(await state(() => land.cells?.includes(1)), 'Space paints nothing');
  await sameAsCommand();
  await goTo('STRIPES');
  await browser.press([space]);
  assert.ok(await state(() => chosen().includes('STRIPES')));
  for (let i = 0; i < wanted.length + 5; ++i) {
    await browser.press([tab]);
    reached.add(await state(() => document.activeElement.dataset.number));
  }
  assert.deepEqual(wanted.filter((each) => !reached.has(each)), [], 'not reached by the keyboard');
}

async function checkHostility() {
  const hostile = ['#kind=<img src=x onerror=alert(1)>&rows=<b>1</b>', '#rows=1e99&columns=-5&weights=' + '9,'.repeat(5000),
    '#kind=cells&rows=100000&columns=100000&mask=[[0,0,99999,99999]]', '#kind=cells&rows=20&columns=20&mask=[[0,0,1e9,1]]',
    '#kind=cells&rows=20&columns=20&mask=' + '['.repeat(9000), '#algorithms=__proto__&kind=constructor&objective=<script>', '#%E0%A4%A&%%%', '#kind=cells&rows=0&columns=NaN',
    '#weights=' + '9*('.repeat(300), '#kind=cells&rows=9&columns=9&mask=[[0,0,9,9]]&weights=1,1', '#weights=999999999*1'];
  for (const hash of hostile) {
    await open(hash);
    await settled();
    assert.equal(await state(() => document.querySelectorAll('img, b, main script').length), 0, hash);
    assert.ok(await state(() => document.getElementById('error').textContent.length > 0 || shown.found), hash);
  }
  report('refusals', JSON.stringify(await text('error')));
  await open();
  await settled();
  const before = await shownCost();
  await set('weights', Array(65).fill(1).join(','));
  await hasChanged(() => /64 processors.*\.\/apportion solve rectangles --rows 1000/.test(document.getElementById('error').textContent), 'the command that does it');
  await set('weights', '3,x,1');
  await hasChanged(() => /weight 1|'x'/.test(document.getElementById('error').textContent), 'the program\'s own words');
  assert.deepEqual(await shownCost(), before);

  await open('#kind=cells&rows=20&columns=30&weights=2,1&algorithms=RCB');
  await settled();
  const npy = (header, body) => {
    const text = header.padEnd(117, ' ') + '\n';
    return Buffer.concat([Buffer.from('\x93NUMPY\x01\x00', 'latin1'), Buffer.from([text.length & 255, text.length >> 8]), Buffer.from(text), Buffer.from(body)]);
  };
  const files = {'huge.npy': npy("{'descr': '|u1', 'fortran_order': False, 'shape': (999999, 999999), }", [1]),
                 'cut.npy': npy("{'descr': '|u1', 'fortran_order': False, 'shape': (10, 10), }", [1, 1]), 'land.pgm': 'P5 9 9', 'empty.csv': '',
                 'words.csv': '<b>a</b>,1\n2,3\n', 'zeros.csv': '0,0\n0,0\n', 'wide.csv': `${'1,'.repeat(600)}1\n`};
  const cost = await shownCost();
  for (const [name, content] of Object.entries(files)) {
    writeFileSync(join(folder, name), content);
    await state(() => { document.getElementById('error').textContent = ''; });
    await browser.attach('file', join(folder, name));
    await hasChanged(() => document.getElementById('error').textContent !== '', `a refusal of ${name}`);
    const refusal = await text('error');
    assert.ok(refusal.includes(name), `${name}: ${refusal}`);
    const {stderr} = spawnSync(program, ['solve', 'cells', '--loads', name, '--weights', '2,1', '--algorithm', 'RCB'], {cwd: folder});
    if (name !== 'wide.csv') assert.equal(`apportion: ${refusal}\n`, stderr.toString());
    assert.deepEqual(await shownCost(), cost);
  }
  writeFileSync(join(folder, 'large.csv'), Buffer.alloc((32 << 20) + 1, '1'));
  await browser.attach('file', join(folder, 'large.csv'));
  await hasChanged(() => /33554433 bytes.*--mask large.csv/.test(document.getElementById('error').textContent), 'a refusal of 32 MiB');
  for (const [kind, content] of [['mask', 'P1\n3 2\n1 0 0\n0 0 0\n'], ['loads', '0,1,1\n2,3,1\n']]) {
    const name = kind === 'mask' ? 'sea.pbm' : 'loads.csv';
    writeFileSync(join(folder, name), content);
    await set('file-kind', kind);
    const last = await state(() => version);
    await browser.attach('file', join(folder, name));
    await hasChanged((last) => version > last, `what ${name} says`, last);
    await settled();
    assert.equal(await text('error'), '');
    const {total} = solved('solve', 'cells', `--${kind}`, join(folder, name), '--weights', '2,1', '--algorithm', 'RCB');
    assert.deepEqual(await shownCost(), ['RCB', total]);
  }
}

async function checkCosts() {
  const question = {algorithm: 'BEST', rows: 1000, columns: 1000, weights: Array.from({length: 20}, (_, i) => 1 + i * 7 % 40)};
  const times = await state(async (question) => {
    const all = [];
    for (let i = 0; i < 9; ++i) all.push((await main.send({question: `rectangles solve\n${JSON.stringify({...question, rows: 1000 + i})}`})).ms);
    return all;
  }, question);
  const batch = Array.from({length: 9}, (_, i) => JSON.stringify({...question, rows: 1000 + i})).join('\n');
  const begin = process.hrtime.bigint();
  spawnSync(program, ['solve', 'rectangles', '--batch', '-'], {input: batch});
  report('BEST at 20 processors, ms in the page (least, median) and by the program', Math.min(...times).toFixed(0), percentile(times, .5).toFixed(0),
         (Number(process.hrtime.bigint() - begin) / 9e6).toFixed(0));
  const cellsOf = (algorithm) => ({algorithm, rows: 200, columns: 300, weights: question.weights});
  for (const algorithm of ['RCB', 'BEST']) {
    const {ms} = await state((asked) => main.send({question: `cells solve\n${JSON.stringify(asked)}`}), cellsOf(algorithm));
    const before = process.hrtime.bigint();
    execFileSync(program, ['solve', 'cells', '--rows', '200', '--columns', '300', '--weights', question.weights.join(','), '--algorithm', algorithm], {maxBuffer: 1 << 28});
    report(`200 x 300 cells, 20 processors, ${algorithm}: ms in the page and by the program`, ms.toFixed(0), (Number(process.hrtime.bigint() - before) / 1e6).toFixed(0));
  }
}

try {
  report('bytes', statSync(page).size);
  report('ms from opening to the first answer', await open());
  for (const check of [checkAnswers, checkCosts, checkDrag, checkPainting, checkStop, checkDownloads, checkLooks, checkKeyboard, checkHostility]) {
    const begin = Date.now();
    await check();
    report(check.name, `${((Date.now() - begin) / 1000).toFixed(1)} s`);
  }
  assert.deepEqual((await browser.log()).map(({message}) => message), [], 'the console is not empty');
  // The browser's own first page is not ours.
  const requested = (await browser.log('performance')).map(({message}) => JSON.parse(message).message)
      .filter(({method, params}) => method === 'Network.requestWillBeSent' && !/^chrome/.test(params.documentURL))
      .map(({params}) => params.request.url.replace(/#.*/, ''));
  const others = requested.filter((url) => url !== address && !/^(about|blob|data):/.test(url));
  assert.deepEqual(others, [], 'the page asks for something');
  report('requests besides the file', others.length);
  console.log('the page is as the program');
} finally {
  await browser.close();
}
