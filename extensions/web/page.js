// The page: a problem in the controls and the address, answers from two threads, and what is shown of them.
const limits = {processors: 64, side: 500, rectangles: 5000, bytes: 32 << 20, address: 8192};
const quick = {rectangles: 'TILE', cells: 'RCB'};
const first = {rectangles: ['BEST', 'XY2', 'RecursiveBisection2'], cells: ['BEST', 'RCB', 'STRIPES']};
const fileNames = {npy: 'owners.npy', csv: 'owners.csv', pgm: 'owners.pgm', asc: 'owners.asc', boxes: 'boxes.csv', plan: 'plan.json', vti: 'owners.vti'};
const usual = {objective: 'total', imbalance: '0%', connected: 'yes'};
const element = (id) => document.getElementById(id);
const made = (name, properties = {}) => Object.assign(document.createElement(name), properties);
const filled = (parent, ...children) => { parent.append(...children); return parent; };
const number = (value, digits = 2) => value.toLocaleString('en', {minimumFractionDigits: digits, maximumFractionDigits: digits});
const names = {};     // the algorithms of each kind, as the module lists them
let speeds = [];      // numbers, or lists of them, being machines
let wrong = '';       // why the list of speeds is not one
let file = null;      // {name, bytes} of loads
let shown = {version: 0}, version = 0, dragged = -1e9, running = null, quickRuns = false, addressTimer = 0;

// --- Threads
class Thread {
  waiting = new Map();
  count = 0;
  start(message) {
    const source = URL.createObjectURL(new Blob([element('worker-source').textContent], {type: 'text/javascript'}));
    this.worker = new Worker(source);
    this.worker.onmessage = ({data}) => { this.waiting.get(data.id)?.(data); this.waiting.delete(data.id); };
    return this.send(message);
  }

  send(message) {
    return new Promise((resolve) => {
      this.begun = performance.now();
      this.waiting.set(++this.count, resolve);
      this.worker.postMessage({...message, id: this.count});
    });
  }

  put(opened) { return this.send({question: `put ${opened.name}\n`, bytes: opened.bytes}); }

  /** Ends the work; all that wait get this answer. The worker starts again from the compiled module. */
  end(answer) {
    this.worker.terminate();
    const all = [...this.waiting.values()];
    this.waiting.clear();
    this.start({module: Thread.module});
    if (file) this.put(file);
    for (const resolve of all) resolve(answer);
  }
}
const main = new Thread(), fast = new Thread(), stop = () => main.end({status: 1, stopped: true, answer: 'stopped'});

// --- The problem
const kind = () => document.querySelector('input[name=kind]:checked').value;
const chosen = () => [...document.querySelectorAll('#algorithms input:checked')].map((box) => box.value);
const sides = () => ['rows', 'columns'].map((id) => element(id).valueAsNumber);

// What is asked of whole cells beyond what is usual: [name, value].
const cellOptions = () => Object.entries({objective: element('objective').value, imbalance: `${element('imbalance').value}%`,
                                          connected: element('connected').checked ? 'yes' : 'no'}).filter(([name, value]) => value !== usual[name]);

/** What the module is asked; an Error with a line for the user where that is too much, or no problem. */
function problem() {
  const isCells = kind() === 'cells', [rows, columns] = sides(), weights = speeds.flat(Infinity);
  const refuse = (text) => { throw Error(`${text}; the program takes more: ${command()}`); };
  if (wrong) throw Error(wrong);
  if (!(rows > 0 && columns > 0) || (isCells && !(Number.isInteger(rows) && Number.isInteger(columns))))
    throw Error(`rows and columns must be ${isCells ? 'whole' : 'positive'} numbers`);
  if (weights.length > limits.processors) refuse(`the page takes ${limits.processors} processors, and there are ${weights.length}`);
  if (isCells && Math.max(rows, columns) > limits.side)
    refuse(`the page takes ${limits.side} x ${limits.side} cells, and there are ${rows} x ${columns}`);
  const asked = {rows, columns, weights: speeds, latency: element('latency').valueAsNumber};
  if (!Number.isFinite(asked.latency)) throw Error('latency must be a number');
  if (!isCells) return asked;
  land.resize(rows, columns);
  const rectangles = land.rectangles();
  if (rectangles.length > limits.rectangles)
    throw Error(`the land has ${rectangles.length} rectangles, and the page takes ${limits.rectangles}; ` +
                'the program takes a file: ./apportion solve cells --mask FILE');
  return {...asked, ...Object.fromEntries(cellOptions()), ...rectangles.length ? {mask: rectangles} : {}, ...file ? {loads: file.name} : {}};
}

const snapshot = () => ({version, kind: kind(), problem: problem(), algorithms: chosen(), land: land.cells?.slice() ?? null, answers: []});
const attempt = (work) => { try { return work(); } catch { return null; } };

// --- Questions and answers: at most one runs in a thread, and the last one follows it
function changed({isDrag = false} = {}) {
  ++version;
  if (isDrag) dragged = performance.now();
  element('command').textContent = command();
  scheduleAddress();
  try { problem(); } catch (error) { return fail(error.message); }
  element('error').textContent = '';
  if (performance.now() - dragged < 180) askQuick();
  askChosen();
}

async function answerOf(thread, asked, algorithm) {
  const {status, answer, ms, broken, stopped} =
      await thread.send({question: `${asked.kind} solve\n${JSON.stringify({algorithm, ...asked.problem})}`});
  if (broken) thread.end({status: 1, stopped: true, answer: 'stopped'});
  return {algorithm, ms, stopped, error: status ? answer : null, found: status ? null : JSON.parse(answer)};
}

async function askQuick() {
  if (quickRuns) return;
  quickRuns = true;
  for (let asked, last = 0; (asked = attempt(snapshot)) && asked.version !== last; last = asked.version) {
    const answer = await answerOf(fast, asked, quick[asked.kind]);
    if (answer.found && asked.version > shown.version) showPicture(asked, answer);
  }
  quickRuns = false;
}

async function askChosen() {
  // A short question is worth its answer; a long one makes way.
  if (running) return performance.now() - main.begun > 300 && stop();
  for (let asked, last = 0; (asked = attempt(snapshot)) && asked.version !== last; last = asked.version) {
    running = asked;
    for (asked.algorithm of asked.algorithms) {
      const answer = await answerOf(main, asked, asked.algorithm);
      const isLast = asked.version === version, isFirst = asked.answers.length === 0;
      if (answer.stopped && isLast) fail('stopped; the picture is of the last answer');
      if (answer.stopped) break;
      asked.answers.push(answer);
      if (isFirst && answer.found) showPicture(asked, answer);
      if (isFirst && answer.error && isLast) fail(answer.error);
      if (!isLast) break;
      if (asked.answers.length === asked.algorithms.length) showAll(asked);
    }
  }
  running = null;
}

// --- What is shown
function fail(text) {
  element('error').textContent = text;
  picture.classList.add('stale');
}

const costOf = (asked, found) => found[asked.problem.objective] ?? found.total;
// A bound of 0 is no bound: of some problems none is known.
const gapOf = (asked, found) => Math.max(0, 100 * (costOf(asked, found) / found.lower_bound - 1));
const neighboursOf = (found) => found.internal_edges ?? found.neighbours;
const shapeOf = ({kind, problem, land}) => ({kind, rows: problem.rows, columns: problem.columns, land, landRectangles: problem.mask});

function showPicture(asked, {algorithm, found}) {
  shown = {version: asked.version, asked, algorithm, found};
  const {rows, columns, weights} = asked.problem, isBounded = found.lower_bound > 0;
  const texts = {cost: number(costOf(asked, found)), bound: isBounded ? number(found.lower_bound) : 'no bound is known',
                 gap: isBounded ? `${number(gapOf(asked, found))} %` : '-', neighbours: neighboursOf(found),
                 caption: `${algorithm}: ${rows} x ${columns} for ${weights.flat(Infinity).length} processors` + (found.proven ? `; least of all (${found.proven})` : '')};
  for (const [id, text] of Object.entries(texts)) element(id).textContent = text;
  picture.classList.remove('stale');
  picture.setAttribute('aria-label', `division by ${algorithm}, cost ${texts.cost}, gap ${texts.gap}; the parts are in a table below`);
  redraw();
  showParts();
}

function redraw() {
  if (shown.found) drawDivision(picture, shown.found, shapeOf(shown.asked), element('result').clientWidth, innerHeight * (innerWidth <= 900 ? .4 : .62));
  if (shown.found && cursor) drawCursor();
}

const line = (texts) => filled(made('tr'), ...texts.map((text, i) => made(i ? 'td' : 'th', {textContent: text, scope: 'row'})));

/** Speed, share in percent and elements of each processor. */
function partsOf(asked, found) {
  const weights = asked.problem.weights.flat(Infinity), all = weights.reduce((a, b) => a + b);
  const elements = elementsOf(found, shapeOf(asked), weights.length);
  return weights.map((weight, i) => ({weight, share: 100 * weight / all, elements: elements[i]}));
}

function imbalanceOf(asked, found) {
  if ('imbalance' in found) return 100 * found.imbalance;
  const parts = partsOf(asked, found), total = parts.reduce((sum, {elements}) => sum + elements, 0);
  return Math.max(0, ...parts.map(({share, elements}) => 100 * (100 * elements / total / share - 1)));
}

function showAll(asked) {
  const solved = asked.answers.filter(({found}) => found).sort((a, b) => costOf(asked, a.found) - costOf(asked, b.found));
  element('ranking').tBodies[0].replaceChildren(...solved.map(({algorithm, found, ms}) =>
        line([algorithm, number(costOf(asked, found)), found.lower_bound > 0 ? number(gapOf(asked, found), 3) : '-', neighboursOf(found),
              number(imbalanceOf(asked, found), 3), number(ms, 1)])),
      ...asked.answers.filter(({error}) => error).map(({algorithm, error}) => line([`${algorithm}: ${error}`])));
  const others = asked.answers.slice(1).filter(({found}) => found), box = element('others');
  while (box.children.length > others.length) box.lastChild.remove();
  others.forEach(({algorithm, found}, i) => {
    const figure = box.children[i] ?? box.appendChild(element('other').content.cloneNode(true).firstElementChild);
    figure.lastChild.textContent = `${algorithm}: ${number(costOf(asked, found))}`;
    figure.firstChild.setAttribute('aria-label', figure.lastChild.textContent);
    drawDivision(figure.firstChild, found, shapeOf(asked), 260, 160);
  });
}

function showParts() {
  if (!element('parts').open || !shown.found) return;
  element('parts').querySelector('tbody').replaceChildren(...partsOf(shown.asked, shown.found).map(({weight, share, elements}, i) => {
    const own = shown.found.rectangles.filter(({processor}) => processor === i);
    const place = ({rows, columns, row, column}) => `${number(rows)} x ${number(columns)} at ${number(row)}, ${number(column)}`;
    return line([i, weight, number(share), number(elements), own.length === 1 ? place(own[0]) : own.length]);
  }));
}

setInterval(() => {
  const seconds = running ? (performance.now() - main.begun) / 1000 : 0;
  element('stop').hidden = seconds <= .3;
  element('status').textContent = seconds > .3 ? `computing ${running.algorithm}, ${Math.floor(seconds)} s` : '';
}, 100);

// --- The command line, files and the address
const weightsText = (all) => all.some(Array.isArray) ? JSON.stringify(all) : all.join(',');
const quoted = (word) => /^[\w.,/:=+-]+$/.test(word) ? word : `'${word.replaceAll('\'', '\'\\\'\'')}'`;
function command() {
  const words = ['./apportion', 'solve', kind(), '--rows', element('rows').value, '--columns', element('columns').value,
                 '--weights', element('weights').value.replace(/\s/g, '')];
  if (Number(element('latency').value)) words.push('--latency', element('latency').value);
  if (kind() === 'cells') {
    words.push(...cellOptions().flatMap(([name, value]) => [`--${name}`, value]));
    if (land.cells) words.push('--mask', JSON.stringify(land.rectangles()));
    if (file) words.push('--loads', file.name);
  }
  return [...words, '--algorithm', chosen().join(',')].map(quoted).join(' ');
}

async function download(form, name) {
  const asked = attempt(snapshot);
  if (!asked) return;
  const text = JSON.stringify({algorithm: asked.algorithms[0], ...asked.problem});
  const {status, answer} = await main.send({question: `${asked.kind} ${form}\n${text}`, raw: true});
  if (status) return fail(answer);
  const link = made('a', {href: URL.createObjectURL(new Blob([answer])), download: name});
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
}

function scheduleAddress() {
  clearTimeout(addressTimer);
  addressTimer = setTimeout(() => {
    const isCells = kind() === 'cells';
    const all = new URLSearchParams({kind: kind(), ...Object.fromEntries(isCells ? cellOptions() : [])});
    for (const id of ['rows', 'columns', 'weights', 'latency']) all.set(id, element(id).value);
    all.set('algorithms', chosen().join(';'));
    const mask = isCells && land.cells ? JSON.stringify(land.rectangles()) : '';
    const isLong = mask.length + String(all).length > limits.address;
    if (mask && !isLong) all.set('mask', mask);
    element('link').href = '#' + String(all).replace(/%2C|%5B|%5D|%3B/g, decodeURIComponent);
    element('link-note').textContent = (isLong ? 'The land is too long for it and stays out. ' : '') + (isCells && file ? 'The loads stay out.' : '');
    history.replaceState(null, '', element('link').href);
  }, 250);
}

/** Takes what the address says, strictly; what has no right value is left out, and said. */
async function readAddress() {
  const given = new URLSearchParams(location.hash.slice(1)), refused = [];
  const take = (name, isRight, set = (value) => { element(name).value = value; }) => {
    if (!given.has(name)) return;
    const value = given.get(name);
    if (value.length <= 4 * limits.address && isRight(value)) set(value); else refused.push(name);
  };
  const isNumber = (text) => /^\d{1,12}(\.\d{1,12})?$/.test(text);
  const isOneOf = (...all) => (value) => all.includes(value);
  take('kind', isOneOf(...Object.keys(quick)), (value) => { document.querySelector(`input[name=kind][value=${value}]`).checked = true; });
  if (given.has('kind')) showKind();
  for (const id of ['rows', 'columns', 'latency']) take(id, isNumber);
  take('objective', isOneOf('total', 'volume', 'busiest'));
  take('imbalance', (value) => /%$/.test(value) && isNumber(value.slice(0, -1)) && parseFloat(value) <= 100, (value) => { element('imbalance').value = parseFloat(value); });
  take('connected', isOneOf('yes', 'no'), (value) => { element('connected').checked = value === 'yes'; });
  take('weights', (value) => /^[\d.,*()[\]eE+-]{1,4000}$/.test(value));
  take('algorithms', (value) => value.split(';').every((name) => names[kind()].includes(name)), (value) => showAlgorithms(value.split(';')));
  const [rows, columns] = sides();
  take('mask', (value) => areRectangles(attempt(() => JSON.parse(value)), rows, columns), (value) => land.fromRectangles(rows, columns, JSON.parse(value)));
  await readWeights();
  if (refused.length) element('error').textContent = `the address has no right value of ${refused.join(', ')}; left out`;
}

// --- Controls
function showAlgorithms(wanted) {
  element('algorithms').replaceChildren(element('algorithms').firstElementChild, ...names[kind()].map((name) =>
    filled(made('label'), made('input', {type: 'checkbox', value: name, checked: wanted.includes(name)}), name)));
}

function showKind() {
  const isCells = kind() === 'cells';
  element('of-cells').hidden = !isCells;
  if (isCells && Math.max(...sides()) > limits.side) [element('rows').value, element('columns').value] = [200, 300];
  showAlgorithms(first[kind()]);
}

/** The list of speeds as the program reads it. */
async function readWeights() {
  const {status, answer} = await fast.send({question: `rectangles weights\n${element('weights').value}`});
  wrong = status ? answer : '';
  if (!status) speeds = JSON.parse(answer);
  showSliders();
  changed();
}

function showSlider(item, weight, source) {
  const [, slider, value] = item.children;
  if (source !== slider) slider.value = Math.log2(weight);
  if (source !== value) value.value = weight;
  slider.setAttribute('aria-valuetext', `speed ${weight}`);
}

function showSliders() {
  const weights = speeds.flat(Infinity).slice(0, limits.processors), list = element('sliders').children;
  while (list.length > weights.length) list[weights.length].remove();
  weights.forEach((weight, i) => showSlider(list[i] ?? element('sliders').appendChild(newSlider(i)), weight));
}

function newSlider(i) {
  const item = element('slider').content.cloneNode(true).firstElementChild, [label, slider, value] = item.children;
  label.firstChild.style.background = colour(i);
  label.append(i);
  [slider.ariaLabel, value.ariaLabel] = [`speed of processor ${i}, slider`, `speed of processor ${i}`];
  const set = (weight, source) => {
    let leaf = 0;
    const changedIn = (each) => Array.isArray(each) ? each.map(changedIn) : leaf++ === i ? weight : each;
    speeds = changedIn(speeds);
    element('weights').value = weightsText(speeds);
    showSlider(item, weight, source);
    changed({isDrag: source === slider});
  };
  slider.oninput = () => set(Number((2 ** slider.valueAsNumber).toPrecision(4)), slider);
  value.oninput = () => value.valueAsNumber > 0 && set(value.valueAsNumber, value);
  return item;
}

const setSpeeds = (all) => { element('weights').value = weightsText(all); readWeights(); };
element('add').onclick = () => speeds.flat(Infinity).length < limits.processors && setSpeeds([...speeds, 1]);
element('remove').onclick = () => speeds.length > 1 && setSpeeds(speeds.slice(0, -1));
element('weights').oninput = readWeights;
for (const id of ['rows', 'columns', 'latency', 'objective', 'imbalance', 'connected']) element(id).oninput = () => changed();
for (const input of document.querySelectorAll('input[name=kind]')) input.onchange = () => { showKind(); changed(); };
element('algorithms').onchange = ({target}) => { target.checked ||= !chosen().length; changed(); };
element('controls').onsubmit = (event) => event.preventDefault();
element('stop').onclick = stop;
element('copy').onclick = () => navigator.clipboard?.writeText(command()).catch(() => getSelection().selectAllChildren(element('command')));
element('parts').ontoggle = showParts;
addEventListener('resize', redraw);
addEventListener('hashchange', readAddress);
matchMedia('(prefers-color-scheme: dark)').onchange = () => { element('sliders').replaceChildren(); showSliders(); changed(); };

// --- The beginning
(async () => {
  if (!window.WebAssembly || !window.DecompressionStream) return fail('this browser is too old for the page; Chromium 120 and Firefox 120 are not');
  const {module, answer} = await main.start({packed: element('module').textContent.trim()});
  element('module').remove();
  if (!module) return fail(answer);
  Thread.module = module;
  fast.start({module});
  for (const each of Object.keys(quick)) {
    const {algorithms, forms} = JSON.parse((await main.send({question: `${each} list\n`})).answer);
    names[each] = ['BEST', ...algorithms.filter((name) => name !== 'BEST')];
    names.forms = [['solve', 'answer.json'], ['svg', 'division.svg'], ...forms.map(([form, ending]) => [form, fileNames[form] ?? form + (ending || '.txt')])];
  }
  element('downloads').append(...names.forms.map(([form, name]) => made('button', {type: 'button', textContent: name, onclick: () => download(form, name)})));
  showKind();
  readAddress();
})();
