// Pictures of divisions on a canvas: parts as areas with a border and the number of their processor.
'use strict';

const style = (name) => getComputedStyle(document.documentElement).getPropertyValue(name).trim();
const colour = (processor, lightness = style('--part')) => `hsl(${processor * 137.508 % 360} 58% ${lightness})`;

/** The processor of each cell of an answer in whole cells, -1 on land. */
function ownersOf(answer, shape) {
  const owners = new Int16Array(shape.rows * shape.columns).fill(-1);
  for (const {processor, row, column, rows, columns} of answer.rectangles)
    for (let r = row; r < row + rows; ++r) owners.fill(processor, r * shape.columns + column, r * shape.columns + column + columns);
  shape.land?.forEach((isLand, cell) => { if (isLand) owners[cell] = -1; });
  return owners;
}

/** The elements of each processor. */
function elementsOf(answer, shape, processors) {
  const elements = new Array(processors).fill(0);
  if (shape.kind === 'cells') ownersOf(answer, shape).forEach((owner) => { if (owner >= 0) ++elements[owner]; });
  else for (const each of answer.rectangles) elements[each.processor] += each.rows * each.columns;
  return elements;
}

// Lines between cells of different owners, each as long as it goes.
function addBorders(path, owners, {rows, columns}, x, y) {
  const runs = (lines, length, differ, add) => {
    for (let line = 1; line < lines; ++line)
      for (let i = 0; i < length; ++i) {
        const start = i;
        while (i < length && differ(line, i)) ++i;
        if (i > start) add(line, start, i);
      }
  };
  runs(rows, columns, (row, c) => owners[row * columns + c] !== owners[(row - 1) * columns + c],
       (row, from, to) => { path.moveTo(x(from), y(row)); path.lineTo(x(to), y(row)); });
  runs(columns, rows, (column, r) => owners[r * columns + column] !== owners[r * columns + column - 1],
       (column, from, to) => { path.moveTo(x(column), y(from)); path.lineTo(x(column), y(to)); });
}

/** Draws an answer as wide and high as fits; shape = {kind, rows, columns, land, landRectangles}. */
function drawDivision(canvas, answer, shape, mostWidth, mostHeight) {
  const aspect = Math.min(6, Math.max(1 / 6, shape.columns / shape.rows));
  const width = Math.max(1, Math.floor(Math.min(mostWidth, mostHeight * aspect)));
  const size = [width, Math.max(1, Math.floor(width / aspect))], scale = devicePixelRatio || 1;
  if (canvas.width !== Math.round(size[0] * scale) || canvas.height !== Math.round(size[1] * scale)) {
    [canvas.width, canvas.height] = size.map((side) => Math.round(side * scale));
    [canvas.style.width, canvas.style.height] = size.map((side) => `${side}px`);
  }
  const pen = canvas.getContext('2d'), path = new Path2D(), largest = new Map(), lightness = style('--part');
  const x = (column) => Math.round(column / shape.columns * canvas.width);
  const y = (row) => Math.round(row / shape.rows * canvas.height);
  const box = (row, column, rows, columns) => [x(column), y(row), x(column + columns) - x(column), y(row + rows) - y(row)];
  for (const {processor, row, column, rows, columns} of answer.rectangles) {
    const place = box(row, column, rows, columns);
    pen.fillStyle = colour(processor, lightness);
    pen.fillRect(...place);
    if (shape.kind !== 'cells') path.rect(...place);
    if (!(largest.get(processor)?.area >= rows * columns)) largest.set(processor, {area: rows * columns, place});
  }
  pen.fillStyle = style('--land');
  for (const each of shape.landRectangles ?? []) pen.fillRect(...box(...each));
  if (shape.kind === 'cells') addBorders(path, ownersOf(answer, shape), shape, x, y);
  pen.strokeStyle = style('--edge');
  pen.lineWidth = scale;
  pen.stroke(path);
  Object.assign(pen, {fillStyle: style('--ink'), textAlign: 'center', textBaseline: 'middle'});
  for (const [processor, {place: [left, top, w, h]}] of largest) {
    const points = Math.min(16 * scale, h * 0.8, w / String(processor).length * 1.2);
    if (points < 7 * scale) continue;
    pen.font = `${points}px system-ui, sans-serif`;
    pen.fillText(processor, left + w / 2, top + h / 2);
  }
}
