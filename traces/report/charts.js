// SPDX-License-Identifier: Apache-2.0
// Bars and curves.
'use strict';
function svg(tag, attributes, text) {
  const node = document.createElementNS('http://www.w3.org/2000/svg', tag);
  for (const [name, value] of Object.entries(attributes || {})) node.setAttribute(name, value);
  if (text !== undefined) node.textContent = text;
  return node;
}
function stack(parts, label) {
  const bar = element('div', {class: 'stack', role: 'img', 'aria-label': label});
  for (const part of parts) {
    if (part.share <= 0) continue;
    bar.append(element('div', {style: `width: ${100 * part.share}%; background: var(--${part.colour})`, title: `${part.name}: ${percent(part.share)}`}));
  }
  return bar;
}
function rows(into, entries) {
  const grid = element('div', {class: 'rows'});
  for (const [name, bar, text] of entries) grid.append(element('span', {}, name), bar, element('span', {}, text));
  byId(into).append(grid);
}
function pipeSum(pipe) {
  const sum = {busy: 0, ideal: 0, instructions: 0, bytes: 0, waits: CAUSES.map(() => 0)};
  for (const core of run.cores) {
    const use = core.pipes[pipe];
    sum.busy += use[0]; sum.ideal += use[1]; sum.instructions += use[2]; sum.bytes += use[3];
    for (let cause = 0; cause < CAUSES.length; ++cause) sum.waits[cause] += use[4 + cause];
  }
  return sum;
}
const whole = () => run.span * Math.max(run.cores.length, 1);
const working = () => PIPES.map((name, index) => ({name, index, sum: pipeSum(index)})).filter((pipe) => pipe.sum.busy || pipe.sum.instructions);

// How near each part is to its own limit: busy, and what its work takes at full rate.
function speedOfLight() {
  const entries = [];
  for (const {name, sum} of working()) {
    const busy = sum.busy / whole(), ideal = sum.ideal / whole();
    const bar = stack([{name: 'busy', share: busy, colour: name}], `${name} busy ${percent(busy)}`);
    if (name !== 'S') bar.append(element('div', {class: 'mark', style: `left: calc(${100 * ideal}% - 1px)`, title: `at its full rate: ${percent(ideal)}`}));
    entries.push([name, bar, `${percent(busy)} busy` + (name === 'S' ? '' : `, ${percent(ideal)} at full rate`)]);
  }
  const shares = (run.summary && run.summary.bound && run.summary.bound.shares) || {};
  for (const memory of ['HBM', 'L2'])
    if (memory in shares) entries.push([memory, stack([{name: memory, share: shares[memory], colour: 'focus'}], `${memory} ${percent(shares[memory])}`), `${percent(shares[memory])} of the time at its full rate`]);
  rows('light', entries);
}
function waitBars() {
  const entries = [];
  for (const {name, sum} of working()) {
    const parts = [{name: 'busy', share: sum.busy / whole(), colour: name}];
    CAUSES.forEach((cause, index) => { if (index > 0 && index !== 2) parts.push({name: CAUSE_TEXT[index], share: sum.waits[index] / whole(), colour: cause}); });
    const told = parts.filter((part) => part.share > 0.0005).map((part) => `${part.name} ${percent(part.share)}`);
    entries.push([name, stack(parts, `${name}: ${told.join(', ')}`), told.slice(0, 4).join(', ')]);
  }
  rows('wait-bars', entries);
  const legend = element('div', {class: 'legend'});
  CAUSES.forEach((cause, index) => { if (index > 0 && index !== 2) legend.append(element('span', {}, element('i', {style: `background: var(--${cause})`}), CAUSE_TEXT[index])); });
  byId('wait-bars').append(legend);
}
function curve(into, label, unit, series, spanUs) {
  const width = 980, height = 220, left = 62, bottom = 28, top = 12;
  const most = Math.max(...series.flatMap((s) => s.values), 1e-9);
  const chart = svg('svg', {viewBox: `0 0 ${width} ${height}`, role: 'img', 'aria-label': label});
  const x = (i, n) => left + (width - left - 12) * i / Math.max(n, 1), y = (v) => height - bottom - (height - bottom - top) * v / most;
  for (let tick = 0; tick <= 4; ++tick) {
    const value = most * tick / 4;
    chart.append(svg('line', {class: 'axis', x1: left, x2: width - 12, y1: y(value), y2: y(value)}));
    chart.append(svg('text', {x: left - 6, y: y(value) + 4, 'text-anchor': 'end'}, unit === 'B' ? bytes(value) : number(value, most < 10 ? 2 : 0)));
    chart.append(svg('text', {x: x(tick, 4), y: height - 8, 'text-anchor': tick === 4 ? 'end' : 'middle'}, number(spanUs * tick / 4, spanUs < 20 ? 2 : 0) + ' us'));
  }
  for (const s of series) {
    const n = s.values.length;
    let path = '';
    s.values.forEach((value, i) => { path += `${i ? 'L' : 'M'}${x(i, n).toFixed(1)} ${y(value).toFixed(1)}L${x(i + 1, n).toFixed(1)} ${y(value).toFixed(1)}`; });
    chart.append(svg('path', {d: path, fill: 'none', stroke: `var(--${s.colour})`, 'stroke-width': 1.6}));
  }
  byId(into).append(chart);
  const legend = element('div', {class: 'legend'});
  for (const s of series) legend.append(element('span', {}, element('i', {style: `background: var(--${s.colour})`}), s.name));
  byId(into).append(legend);
}
function bandwidth() {
  const bins = run.bins;
  if (!bins.read.length) { byId('band').textContent = 'nothing was transferred'; return; }
  const rate = (values) => values.map((value) => value / bins.ns);
  curve('band', 'bandwidth over time in GB/s', 'GB/s', [
    {name: 'GM to UB, GB/s', values: rate(bins.read), colour: 'MTE2'}, {name: 'UB to GM, GB/s', values: rate(bins.write), colour: 'MTE3'},
    {name: 'HBM, GB/s', values: rate(bins.hbm), colour: 'barrier'}], bins.ns * bins.read.length / 1000);
  curve('band', 'L2 hit rate over time in percent', '%', [{name: 'L2 hits, %', values: bins.lines.map((lines, i) => (lines ? 100 * bins.hits[i] / lines : 0)), colour: 'V'}],
    bins.ns * bins.read.length / 1000);
}
// Operations per byte against operations a microsecond; each memory's roof goes up with intensity.
function roofline() {
  const vector = pipeSum(5), loads = pipeSum(4), stores = pipeSum(6);
  const moved = loads.bytes + stores.bytes, operations = run.operations;
  if (!moved || !operations || !vector.ideal) { byId('roof').textContent = 'needs vector work and transfers'; return; }
  const cores = run.cores.length, spanUs = run.span * usPerCycle;
  const intensity = operations / moved, achieved = operations / spanUs;
  const roofs = [{name: 'vector unit', value: achieved / (vector.ideal / whole()), flat: true, colour: 'V'}];
  if (loads.ideal) roofs.push({name: 'MTE2', value: achieved / (loads.ideal / whole()), colour: 'MTE2'});
  if (stores.ideal) roofs.push({name: 'MTE3', value: achieved / (stores.ideal / whole()), colour: 'MTE3'});
  const shares = (run.summary && run.summary.bound && run.summary.bound.shares) || {};
  if (shares.HBM) roofs.push({name: 'HBM', value: achieved / shares.HBM, colour: 'barrier'});
  if (shares.L2) roofs.push({name: 'L2', value: achieved / shares.L2, colour: 'scalar'});
  const width = 980, height = 320, left = 70, bottom = 34, top = 14, right = 110;
  const x0 = Math.log10(intensity) - 1.5, x1 = x0 + 3, tops = roofs.map((roof) => Math.log10(roof.value));
  const y1 = Math.max(...tops) + 0.5, y0 = Math.min(Math.log10(achieved), ...tops) - 1;
  const x = (v) => left + (width - left - right) * (v - x0) / (x1 - x0), y = (v) => height - bottom - (height - bottom - top) * (v - y0) / (y1 - y0);
  const chart = svg('svg', {viewBox: `0 0 ${width} ${height}`, role: 'img', 'aria-label': 'roofline'});
  for (let p = Math.ceil(y0); p <= y1; ++p) { chart.append(svg('line', {class: 'axis', x1: left, x2: width - right, y1: y(p), y2: y(p)})); chart.append(svg('text', {x: left - 6, y: y(p) + 4, 'text-anchor': 'end'}, `1e${p}`)); }
  for (let p = Math.ceil(x0); p <= x1; ++p) { chart.append(svg('line', {class: 'axis', x1: x(p), x2: x(p), y1: top, y2: height - bottom})); chart.append(svg('text', {x: x(p), y: height - 16, 'text-anchor': 'middle'}, `1e${p}`)); }
  chart.append(svg('text', {x: width / 2, y: height - 3, 'text-anchor': 'middle'}, 'operations a byte of GM traffic'), svg('text', {x: 6, y: 12}, 'operations a us'));
  const li = Math.log10(intensity), la = Math.log10(achieved);
  for (const roof of roofs) {
    const at = Math.log10(roof.value), from = roof.flat ? at : at + (x0 - li), to = roof.flat ? at : at + (x1 - li);
    const clip = (v) => Math.max(y0, Math.min(v, y1));
    const fx = roof.flat ? x0 : x0 + (clip(from) - from), tx = roof.flat ? x1 : x1 - (to - clip(to));
    chart.append(svg('line', {x1: x(fx), y1: y(clip(from)), x2: x(tx), y2: y(clip(to)), stroke: `var(--${roof.colour})`, 'stroke-width': 2}));
  }
  chart.append(svg('circle', {cx: x(li), cy: y(la), r: 6, fill: 'var(--ink)'}));
  byId('roof').append(chart);
  const legend = element('div', {class: 'legend'});
  for (const roof of roofs) legend.append(element('span', {}, element('i', {style: `background: var(--${roof.colour})`}), `${roof.name}: this run reaches ${percent(achieved / roof.value)} of it`));
  legend.append(element('span', {}, `dot: this run, ${number(intensity, 2)} operations a byte, ${number(achieved, 0)} a us on ${cores} cores`));
  byId('roof').append(legend);
}
function unifiedBuffer() {
  const ub = run.ub;
  if (!ub || !ub.buffers.length) { byId('ub-time').textContent = 'no buffers were reserved through TPipe'; return; }
  byId('ub-time').append(element('p', {class: 'note'}, `${ub.core_name}: ${bytes(ub.reserved)} reserved${ub.capacity ? ' of ' + bytes(ub.capacity) : ''}, at most ${bytes(ub.peak)} in use at a time`));
  curve('ub-time', 'bytes of UB in use over time', 'B', [{name: 'in use', values: ub.series, colour: 'V'}], run.span * usPerCycle);
  const table = element('div', {class: 'rows'});
  for (const buffer of ub.buffers) {
    const cells = svg('svg', {viewBox: `0 0 ${buffer.use.length} 10`, preserveAspectRatio: 'none', style: 'height: 18px; max-width: none', role: 'img', 'aria-label': `${buffer.name} in use over time`});
    buffer.use.forEach((use, i) => { if (use) cells.append(svg('rect', {x: i, y: 0, width: 1.05, height: 10, fill: 'var(--V)', opacity: 0.25 + 0.75 * use / 100})); });
    table.append(element('span', {}, `${number(buffer.begin)} to ${number(buffer.begin + buffer.bytes)}  ${buffer.name}`), cells, element('span', {}, `${bytes(buffer.bytes)}, ${percent(buffer.in_use / Math.max(run.span, 1), 0)}`));
  }
  byId('ub-map').append(element('p', {class: 'note'}, 'allocation map: where each buffer lies, and when it holds data'), table);
}
function balance() {
  const longest = Math.max(...run.cores.map((core) => core.active), 1);
  rows('cores', run.cores.map((core) => {
    const vector = core.pipes[5][0], loads = core.pipes[4][0];
    return [core.name, stack([{name: 'vector unit', share: vector / longest, colour: 'V'}, {name: 'the rest of its time', share: Math.max(0, core.active - vector) / longest, colour: 'aggregate'}], `${core.name} ${time(core.active)}`),
      `${time(core.active)}, V ${percent(vector / Math.max(core.active, 1), 0)}, MTE2 ${percent(loads / Math.max(core.active, 1), 0)}`];
  }));
}
