// SPDX-License-Identifier: Apache-2.0
// Reads what is embedded in the page: a description in JSON, slices as packed numbers.
'use strict';
const run = JSON.parse(document.getElementById('run-data').textContent);
const byId = (id) => document.getElementById(id);
const usPerCycle = 1 / run.clock_mhz;
const PIPES = ['S', 'MTE1', 'M', 'FIX', 'MTE2', 'V', 'MTE3'];
// Lanes of pipes whose lane has another name.
const TRACKS = {S: 'SCALAR', V: 'VECTOR'};
const CAUSES = ['none', 'scalar', 'busy', 'flag', 'barrier', 'queue', 'result', 'sync'];
const CAUSE_TEXT = ['', 'scalar unit not there yet', 'pipe busy', 'flag', 'barrier', 'queue full', 'result', 'SyncAll'];

function element(tag, attributes, ...children) {
  const node = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes || {})) node.setAttribute(name, value);
  for (const child of children) node.append(child);
  return node;
}
const number = (value, digits = 0) =>
  value.toLocaleString('en', {maximumFractionDigits: digits, minimumFractionDigits: digits}).replace(/,/g, ' ');
const percent = (part, digits = 1) => number(100 * part, digits) + ' %';
function time(cycles) {
  const us = cycles * usPerCycle;
  return us < 1 ? number(us * 1000, 0) + ' ns' : us < 1000 ? number(us, 2) + ' us' : number(us / 1000, 3) + ' ms';
}
function bytes(value) {
  const units = ['B', 'kB', 'MB', 'GB'];
  let unit = 0;
  while (value >= 1000 && unit < 3) { value /= 1000; ++unit; }
  return number(value, unit ? 1 : 0) + ' ' + units[unit];
}
function colour(name) { return getComputedStyle(document.documentElement).getPropertyValue('--' + name).trim(); }

// Lanes with their slices in typed arrays: begin, end (cycles), look, wait, extra.
function unpack() {
  const text = atob(byId('slice-data').textContent.trim());
  let at = 0;
  function next() {
    let value = 0, scale = 1, byte;
    do { byte = text.charCodeAt(at++); value += (byte & 127) * scale; scale *= 128; } while (byte > 127);
    return value;
  }
  for (const lane of run.lanes) {
    const n = lane.count;
    lane.begin = new Float64Array(n); lane.end = new Float64Array(n);
    lane.look = new Uint32Array(n); lane.wait = new Float64Array(n); lane.extra = new Float64Array(n);
    let end = 0, flag = 0;
    for (let i = 0; i < n; ++i) {
      lane.begin[i] = end + next();
      end = lane.end[i] = lane.begin[i] + next();
      lane.look[i] = next();
      const kind = run.looks[lane.look[i]].kind;
      if (kind === 'instruction') lane.wait[i] = next();
      else if (kind === 'set' || kind === 'wait') { const folded = next(); flag += folded % 2 ? -(folded + 1) / 2 : folded / 2; lane.extra[i] = flag; }
      else if (kind === 'many' || kind === 'block' || kind === 'stall') lane.extra[i] = next();
    }
  }
}
