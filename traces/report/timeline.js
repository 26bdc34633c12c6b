// SPDX-License-Identifier: Apache-2.0
// The timeline: lanes on a canvas, zoom and pan, hover, selection, flags as arrows.
'use strict';
const view = {from: 0, to: run.span, top: 0, rows: [], selected: null};
const ROW = 17, HEAD = 20, LEFT = 150, AXIS = 22;

function chooseRows() {
  const choice = byId('core-choice').value, all = byId('lane-choice').value === 'all';
  view.rows = [];
  let y = 0, core = -1;
  for (const lane of run.lanes) {
    if (choice !== 'all' && lane.core !== Number(choice)) continue;
    if (!all && lane.number > 0) continue;
    if (lane.core !== core) { core = lane.core; view.rows.push({y, height: HEAD, title: lane.core_name}); y += HEAD; }
    view.rows.push({y, height: ROW, lane});
    y += ROW;
  }
  view.height = y;
  view.top = Math.max(0, Math.min(view.top, y - 100));
}

const canvas = byId('lanes');
const scaleOf = () => (canvas.clientWidth - LEFT) / (view.to - view.from);
const xOf = (cycle) => LEFT + (cycle - view.from) * scaleOf();
const cycleAt = (x) => view.from + (x - LEFT) / scaleOf();

// First slice that ends after the cycle.
function firstAfter(lane, cycle) {
  let low = 0, high = lane.end.length;
  while (low < high) { const mid = (low + high) >> 1; if (lane.end[mid] > cycle) high = mid; else low = mid + 1; }
  return low;
}

let palette = {};
function readPalette() {
  for (const name of ['page', 'panel', 'ink', 'dim', 'line', 'focus', 'wait', 'set', 'aggregate', 'BLOCK', 'ALL', 'bad', ...PIPES]) palette[name] = colour(name);
}
function colourOf(look) {
  switch (look.kind) {
    case 'set': return palette.set;
    case 'wait': case 'stall': return palette.wait;
    case 'many': return palette.aggregate;
    case 'block': return palette.BLOCK;
    case 'barrier': return palette.ALL;
    default: return palette[look.pipe] || palette.aggregate;
  }
}

function drawLane(context, lane, y, width) {
  const scale = scaleOf();
  let drawnTo = -1;
  context.font = '11px system-ui, sans-serif';
  for (let i = firstAfter(lane, view.from); i < lane.begin.length && lane.begin[i] < view.to; ++i) {
    const x = Math.max(LEFT, LEFT + (lane.begin[i] - view.from) * scale);
    const right = Math.min(width, LEFT + (lane.end[i] - view.from) * scale);
    if (right - x < 1 && right < drawnTo) continue;
    const look = run.looks[lane.look[i]], w = Math.max(right - x, 1);
    context.fillStyle = colourOf(look);
    context.fillRect(x, y + 2, w > 3 ? w - 0.5 : w, ROW - 4);
    drawnTo = Math.floor(x + w) + (w <= 1 ? 1 : 0);
    if (w > 50) {
      context.fillStyle = palette.page;
      context.fillText(look.name, x + 4, y + ROW - 5, w - 8);
    }
  }
}

// Where hazards were found.
function drawMarks(context, lane, y) {
  for (const mark of lane.marks || []) {
    const x = xOf(mark.at);
    if (x < LEFT || x > canvas.clientWidth) continue;
    context.fillStyle = mark.severity === 'error' ? palette.bad : palette.wait;
    context.beginPath(); context.moveTo(x - 5, y); context.lineTo(x + 5, y); context.lineTo(x, y + 9); context.fill();
    context.fillRect(x - 0.75, y, 1.5, ROW);
    ++view.marks;
  }
}

function drawAxis(context, width) {
  const cycles = view.to - view.from, us = cycles * usPerCycle;
  const raw = us / Math.max(2, (width - LEFT) / 110), power = Math.pow(10, Math.floor(Math.log10(raw)));
  const step = [1, 2, 5, 10].find((s) => s * power >= raw) * power;
  context.fillStyle = palette.panel; context.fillRect(0, 0, width, AXIS);
  context.fillStyle = palette.dim; context.strokeStyle = palette.line; context.lineWidth = 1; context.font = '11px system-ui, sans-serif';
  const digits = Math.max(0, -Math.floor(Math.log10(step)));
  for (let t = Math.ceil(view.from * usPerCycle / step) * step; t <= view.to * usPerCycle; t += step) {
    const x = xOf(t / usPerCycle);
    context.fillText(t.toFixed(digits) + ' us', x + 3, 15);
    context.beginPath(); context.moveTo(x + 0.5, 0); context.lineTo(x + 0.5, canvas.clientHeight); context.stroke();
  }
}

// Where the sides of the flags of a core lie, by flag.
function flagEnds(core) {
  if (!run.flagEnds) run.flagEnds = new Map();
  if (run.flagEnds.has(core)) return run.flagEnds.get(core);
  const ends = new Map();
  for (const lane of run.lanes) {
    if (lane.core !== core) continue;
    for (let i = 0; i < lane.look.length; ++i) {
      const kind = run.looks[lane.look[i]].kind;
      if (kind !== 'set' && kind !== 'wait') continue;
      const pair = ends.get(lane.extra[i]) || {};
      pair[kind] = {lane, index: i};
      ends.set(lane.extra[i], pair);
    }
  }
  run.flagEnds.set(core, ends);
  return ends;
}

function arrow(context, from, to) {
  const rowOf = (lane) => view.rows.find((row) => row.lane && row.lane.core === lane.core && row.lane.track === lane.track);
  const a = rowOf(from.lane), b = rowOf(to.lane);
  if (!a || !b) return;
  const x1 = xOf(from.lane.end[from.index]), x2 = xOf(to.lane.end[to.index]);
  const y1 = AXIS + a.y - view.top + ROW / 2, y2 = AXIS + b.y - view.top + ROW / 2;
  if (Math.max(y1, y2) < AXIS || Math.min(y1, y2) > canvas.clientHeight || x2 < LEFT || x1 > canvas.clientWidth) return;
  const middle = (x1 + x2) / 2;
  context.beginPath(); context.moveTo(x1, y1); context.bezierCurveTo(middle + 12, y1, middle - 12, y2, x2, y2); context.stroke();
  context.beginPath(); context.moveTo(x2, y2); context.lineTo(x2 - 6, y2 - 3); context.lineTo(x2 - 6, y2 + 3); context.fill();
  ++view.arrows;
}

function drawArrows(context) {
  view.arrows = 0;
  context.save();
  context.beginPath(); context.rect(LEFT, AXIS, canvas.clientWidth - LEFT, canvas.clientHeight - AXIS); context.clip();
  context.strokeStyle = context.fillStyle = palette.focus; context.lineWidth = 1.2;
  const chosen = view.selected;
  if (chosen) {
    const kind = run.looks[chosen.lane.look[chosen.index]].kind;
    if (kind === 'set' || kind === 'wait') {
      const pair = flagEnds(chosen.lane.core).get(chosen.lane.extra[chosen.index]);
      if (pair.set && pair.wait) arrow(context, pair.set, pair.wait);
    }
  }
  if (byId('arrows').checked) {
    const most = 400, found = [];
    for (const row of view.rows) {
      const lane = row.lane;
      if (!lane || row.y + ROW < view.top || row.y > view.top + canvas.clientHeight) continue;
      for (let i = firstAfter(lane, view.from); i < lane.begin.length && lane.begin[i] < view.to && found.length <= most; ++i)
        if (run.looks[lane.look[i]].kind === 'wait') found.push(flagEnds(lane.core).get(lane.extra[i]));
    }
    if (found.length <= most) for (const pair of found) if (pair.set && pair.wait) arrow(context, pair.set, pair.wait);
  }
  context.restore();
}

function draw() {
  view.pending = false;
  view.marks = 0;
  const ratio = window.devicePixelRatio || 1, width = canvas.clientWidth, height = canvas.clientHeight;
  if (canvas.width !== width * ratio || canvas.height !== height * ratio) { canvas.width = width * ratio; canvas.height = height * ratio; }
  const context = canvas.getContext('2d');
  context.setTransform(ratio, 0, 0, ratio, 0, 0);
  context.fillStyle = palette.page; context.fillRect(0, 0, width, height);
  for (const row of view.rows) {
    const y = AXIS + row.y - view.top;
    if (y + row.height < AXIS || y > height) continue;
    context.fillStyle = palette.panel;
    if (row.title) context.fillRect(0, y, width, HEAD - 2);
    if (row.lane) { drawLane(context, row.lane, y, width); drawMarks(context, row.lane, y); }
  }
  drawArrows(context);
  context.fillStyle = palette.page; context.fillRect(0, AXIS, LEFT - 4, height);
  context.font = '12px system-ui, sans-serif';
  for (const row of view.rows) {
    const y = AXIS + row.y - view.top;
    if (y + row.height < AXIS || y > height) continue;
    context.fillStyle = row.title ? palette.ink : palette.dim;
    context.fillText(row.title || row.lane.name, row.title ? 6 : 22, y + 13, LEFT - 26);
  }
  drawAxis(context, width);
  if (view.selected) {
    const {lane, index} = view.selected, row = view.rows.find((r) => r.lane === lane);
    if (row) {
      context.strokeStyle = palette.focus; context.lineWidth = 2;
      const x = Math.max(LEFT, xOf(lane.begin[index]));
      context.strokeRect(x, AXIS + row.y - view.top + 1, Math.max(2, xOf(lane.end[index]) - x), ROW - 2);
    }
  }
  byId('window').textContent = `${time(view.from)} to ${time(view.to)} (${number(view.to - view.from)} cycles)`;
}
function redraw() { if (!view.pending) { view.pending = true; requestAnimationFrame(draw); } }

function setWindow(from, to) {
  const width = Math.max(20, Math.min(to - from, run.span));
  from = Math.max(0, Math.min(from, run.span - width));
  view.from = from; view.to = from + width;
  redraw();
}
function zoom(factor, at = (view.from + view.to) / 2) {
  setWindow(at - (at - view.from) * factor, at + (view.to - at) * factor);
}
function pan(part) { const by = part * (view.to - view.from); setWindow(view.from + by, view.to + by); }
function scrollRows(by) {
  view.top = Math.max(0, Math.min(view.top + by, view.height - canvas.clientHeight + AXIS + 10));
  redraw();
}

function hit(x, y) {
  const row = view.rows.find((r) => r.lane && y >= AXIS + r.y - view.top && y < AXIS + r.y - view.top + ROW);
  if (!row || x < LEFT || y < AXIS) return null;
  const cycle = cycleAt(x), slack = 2 / scaleOf(), index = firstAfter(row.lane, cycle - slack);
  if (index >= row.lane.begin.length || row.lane.begin[index] > cycle + slack) return null;
  return {lane: row.lane, index};
}

function describe({lane, index}) {
  const look = run.looks[lane.look[index]], wait = lane.wait[index];
  const text = [look.kind === 'many' ? `${number(lane.extra[index])} events, too short to be kept apart` : look.name];
  if (look.detail) text[0] += `: ${look.detail}`;
  if (look.kind === 'block') text[0] += ` ${lane.extra[index]}`;
  if (look.kind === 'stall') text[0] += `: ${CAUSE_TEXT[lane.extra[index]]}`;
  text.push(`${lane.core_name} ${lane.name}, at ${number(lane.begin[index])} for ${number(lane.end[index] - lane.begin[index])} cycles (${time(lane.end[index] - lane.begin[index])})`);
  if (look.bytes) text.push(bytes(look.bytes));
  if (wait) text.push(`waited ${number(Math.floor(wait / 8))} cycles for: ${CAUSE_TEXT[wait % 8]}`);
  if (look.code) text.push(look.code);
  return text.join('\n');
}

function select(found) {
  view.selected = found;
  byId('selected').textContent = found ? describe(found) : '';
  redraw();
}
function selectNext(step) {
  let {lane, index} = view.selected || {};
  if (!lane) { const row = view.rows.find((r) => r.lane && r.lane.begin.length); if (!row) return; lane = row.lane; index = firstAfter(lane, view.from) - step; }
  index += step;
  if (index < 0 || index >= lane.begin.length) return;
  select({lane, index});
  if (lane.end[index] < view.from || lane.begin[index] > view.to) { const half = (view.to - view.from) / 2; setWindow(lane.begin[index] - half, lane.begin[index] + half); }
}
function selectLane(step) {
  const rows = view.rows.filter((r) => r.lane && r.lane.begin.length);
  let at = view.selected ? rows.findIndex((r) => r.lane === view.selected.lane) : -1;
  at = Math.max(0, Math.min(rows.length - 1, at + step));
  const lane = rows[at].lane;
  const cycle = view.selected ? view.selected.lane.begin[view.selected.index] : view.from;
  select({lane, index: Math.min(firstAfter(lane, cycle), lane.begin.length - 1)});
  if (rows[at].y < view.top || rows[at].y + ROW > view.top + canvas.clientHeight - AXIS) scrollRows(rows[at].y - view.top - 60);
}

// Brings a time of a lane into view and selects what ran there.
function show(lane, from, to) {
  const choice = byId('core-choice');
  if (choice.value !== 'all' && Number(choice.value) !== lane.core) { choice.value = String(lane.core); chooseRows(); }
  const row = view.rows.find((r) => r.lane === lane), around = Math.max(2 * (to - from), 50);
  setWindow(from - around, to + around);
  scrollRows(row.y - view.top - ROW * 3);
  const index = firstAfter(lane, from), there = index < lane.begin.length && lane.begin[index] <= Math.max(from, to - 1);
  select(there ? {lane, index} : null);
  canvas.scrollIntoView({block: 'center'});
  canvas.focus({preventScroll: true});
}

function startTimeline() {
  const choice = byId('core-choice');
  choice.append(element('option', {value: 'all'}, 'all'));
  for (const core of new Map(run.lanes.map((lane) => [lane.core, lane.core_name]))) choice.append(element('option', {value: core[0]}, core[1]));
  const again = () => { chooseRows(); redraw(); };
  choice.onchange = byId('lane-choice').onchange = () => { view.top = 0; again(); };
  byId('arrows').onchange = redraw;
  byId('zoom-in').onclick = () => zoom(0.5);
  byId('zoom-out').onclick = () => zoom(2);
  byId('zoom-all').onclick = () => setWindow(0, run.span);
  window.addEventListener('resize', redraw);
  canvas.addEventListener('wheel', (event) => {
    event.preventDefault();
    if (event.shiftKey) scrollRows(event.deltaY || event.deltaX); else zoom(event.deltaY > 0 ? 1.25 : 0.8, cycleAt(Math.max(LEFT, event.offsetX)));
  }, {passive: false});
  let held = null;
  canvas.addEventListener('pointerdown', (event) => { held = {x: event.offsetX, y: event.offsetY, from: view.from, top: view.top, moved: false}; canvas.setPointerCapture(event.pointerId); });
  canvas.addEventListener('pointermove', (event) => {
    const tip = byId('tip');
    if (held) {
      if (Math.abs(event.offsetX - held.x) + Math.abs(event.offsetY - held.y) > 4) held.moved = true;
      const by = (held.x - event.offsetX) / scaleOf(), width = view.to - view.from;
      setWindow(held.from + by, held.from + by + width);
      view.top = held.top; scrollRows(held.y - event.offsetY);
      tip.hidden = true;
      return;
    }
    const found = hit(event.offsetX, event.offsetY);
    tip.hidden = !found;
    if (!found) return;
    tip.textContent = describe(found);
    tip.style.left = Math.min(event.clientX + 14, window.innerWidth - tip.offsetWidth - 8) + 'px';
    tip.style.top = Math.min(event.clientY + 14, window.innerHeight - tip.offsetHeight - 8) + 'px';
  });
  canvas.addEventListener('pointerup', (event) => { if (held && !held.moved) select(hit(event.offsetX, event.offsetY)); held = null; });
  canvas.addEventListener('pointerleave', () => { byId('tip').hidden = true; });
  const keys = {w: () => zoom(0.7), s: () => zoom(1 / 0.7), a: () => pan(-0.2), d: () => pan(0.2), 0: () => setWindow(0, run.span), Home: () => setWindow(0, run.span),
    '+': () => zoom(0.7), '-': () => zoom(1 / 0.7), ArrowLeft: () => selectNext(-1), ArrowRight: () => selectNext(1),
    ArrowUp: () => (view.selected ? selectLane(-1) : scrollRows(-60)), ArrowDown: () => (view.selected ? selectLane(1) : scrollRows(60)), PageUp: () => scrollRows(-300), PageDown: () => scrollRows(300),
    Escape: () => select(null)};
  canvas.addEventListener('keydown', (event) => {
    const action = keys[event.key.length === 1 ? event.key.toLowerCase() : event.key];
    if (!action || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    action();
  });
  const legend = [['MTE2', 'loads (MTE2)'], ['V', 'vector (V)'], ['MTE3', 'stores (MTE3)'], ['wait', 'wait or stall'], ['set', 'flag set'], ['ALL', 'barrier'], ['BLOCK', 'block'], ['aggregate', 'many short events'], ['bad', 'hazard']];
  for (const [name, text] of legend) byId('legend').append(element('span', {}, element('i', {style: `background: var(--${name})`}), text));
  readPalette();
  again();
}
