// Land of whole cells: painted or read from a file, and the fewest rectangles of it.
const land = {
  cells: null,  // Uint8Array of rows x columns, 1 where a cell is left out; null where none is
  rows: 0, columns: 0,

  /** An array of that size; what was painted stays where it still lies inside. */
  resize(rows, columns) {
    if (rows === this.rows && columns === this.columns) return;
    const kept = this.rectangles().filter(([row, column]) => row < rows && column < columns);
    this.fromRectangles(rows, columns, kept.map(([row, column, high, wide]) => [row, column, Math.min(high, rows - row), Math.min(wide, columns - column)]));
  },

  /** Paints or clears the disc of cells within half of `brush` of a cell. */
  paint(row, column, brush, value) {
    this.cells ??= new Uint8Array(this.rows * this.columns);
    const reach = brush / 2;
    for (let r = Math.max(0, Math.ceil(row - reach)); r <= Math.min(this.rows - 1, row + reach); ++r)
      for (let c = Math.max(0, Math.ceil(column - reach)); c <= Math.min(this.columns - 1, column + reach); ++c)
        if ((r - row) ** 2 + (c - column) ** 2 <= reach ** 2) this.cells[r * this.columns + c] = value;
  },

  /** [[row, column, rows, columns], ...]: runs of the rows, merged downwards. */
  rectangles() {
    const all = [];
    for (let row = 0, above = new Map(); this.cells && row < this.rows; ++row) {
      const here = new Map();
      for (let column = 0; column < this.columns; ++column) {
        const start = column;
        while (column < this.columns && this.cells[row * this.columns + column]) ++column;
        if (column === start) continue;
        const key = start * 1e6 + column, rectangle = above.get(key) ?? [row, start, 0, column - start];
        if (rectangle[2]++ === 0) all.push(rectangle);
        here.set(key, rectangle);
      }
      above = here;
    }
    return all;
  },

  fromRectangles(rows, columns, rectangles) {
    const cells = new Uint8Array(rows * columns);
    for (const [row, column, high, wide] of rectangles)
      for (let r = row; r < row + high; ++r) cells.fill(1, r * columns + column, r * columns + column + wide);
    Object.assign(this, {rows, columns, cells: rectangles.length ? cells : null});
  }, };

/** Whether these are rectangles of whole cells inside an array of this size, not too many and not too large. */
function areRectangles(value, rows, columns) {
  const isOne = (each) => Array.isArray(each) && each.length === 4 && each.every(Number.isInteger) && each[0] >= 0 && each[1] >= 0 &&
      each[2] > 0 && each[3] > 0 && each[0] + each[2] <= rows && each[1] + each[3] <= columns;
  return Math.max(rows, columns) <= limits.side && Array.isArray(value) && value.length <= limits.rectangles && value.every(isOne) &&
      value.reduce((cells, each) => cells + each[2] * each[3], 0) <= rows * columns;
}

// --- Painting, and files
const picture = element('picture');
let cursor = null, brushValue = -1;
const isPainting = () => element('paint').getAttribute('aria-pressed') === 'true' && kind() === 'cells';
function paintAt([row, column], value) {
  if (!attempt(problem)) return;
  land.paint(row, column, element('brush').valueAsNumber || 1, value);
  changed({isDrag: true});
}
const cellAt = ({offsetX, offsetY}) => sides().map((side, i) => Math.floor(side * (i ? offsetX / picture.clientWidth : offsetY / picture.clientHeight)));
function drawCursor() {
  const pen = picture.getContext('2d'), [rows, columns] = sides(), [w, h] = [picture.width / columns, picture.height / rows];
  Object.assign(pen, {strokeStyle: style('--strong'), lineWidth: 3});
  pen.strokeRect((cursor[1] - 1) * w, (cursor[0] - 1) * h, 3 * w, 3 * h);
}
element('paint').onclick = () => {
  const isOn = !isPainting();
  element('paint').setAttribute('aria-pressed', isOn);
  picture.classList.toggle('painting', isOn);
  picture.tabIndex = isOn ? 0 : -1;
};
element('clear').onclick = () => { land.cells = null; file = null; element('file-name').textContent = ''; changed(); };
picture.onpointerdown = (event) => {
  if (!isPainting()) return;
  brushValue = event.shiftKey || event.button === 2 ? 0 : 1;
  picture.setPointerCapture(event.pointerId);
  paintAt(cellAt(event), brushValue);
};
picture.onpointermove = (event) => { if (brushValue >= 0) paintAt(cellAt(event), brushValue); };
picture.onpointerup = picture.onpointercancel = () => { brushValue = -1; };
picture.oncontextmenu = (event) => { if (isPainting()) event.preventDefault(); };
picture.onblur = () => { cursor = null; redraw(); };
picture.onkeydown = (event) => {
  const step = {ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1], ' ': [0, 0]}[event.key];
  if (!step || !isPainting()) return;
  event.preventDefault();
  cursor = sides().map((side, i) => Math.min(side - 1, Math.max(0, (cursor?.[i] ?? side >> 1) + 5 * step[i])));
  if (event.key === ' ') paintAt(cursor, event.shiftKey ? 0 : 1); else redraw();
};

/** A file of land becomes land like that which is painted; one of loads stays a file. */
async function open(opened) {
  const option = element('file-kind').value, name = opened.name.replace(/[^\w.-]/g, '_').slice(-80);
  if (opened.size > limits.bytes)
    return fail(`${name} has ${opened.size} bytes, and the page takes ${limits.bytes}; the program takes more: ./apportion solve cells --${option} ${name}`);
  const taken = {name, bytes: new Uint8Array(await opened.arrayBuffer())};
  const [{status, answer}] = await Promise.all([main.put(taken).then(() => main.send({question: `${option} ${name}\n`})), fast.put(taken)]);
  if (status) return fail(answer);
  const found = JSON.parse(answer);
  [element('rows').value, element('columns').value] = [found.rows, found.columns];
  element('file-name').textContent = name;
  land.fromRectangles(found.rows, found.columns, found.land);
  file = option === 'loads' ? taken : null;
  changed();
}
element('file').onchange = ({target}) => target.files[0] && open(target.files[0]);
addEventListener('dragover', (event) => event.preventDefault());
addEventListener('drop', (event) => { event.preventDefault(); if (kind() === 'cells' && event.dataTransfer.files[0]) open(event.dataTransfer.files[0]); });
