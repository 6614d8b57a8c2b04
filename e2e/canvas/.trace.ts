import { chromium } from 'playwright';
import { chromiumLaunchOptions } from '../support/chromium.ts';
import { startHarnessServer } from './server.ts';
import { installProbe, paintStroke } from './probe.ts';
import { noisePhoto } from './noise-photo.ts';
import { BARE_SCRIPT, barePage } from './pages.ts';
import { writeFileSync } from 'node:fs';
const which = process.argv[2];
const server = await startHarnessServer();
server.put('/p.jpg', await noisePhoto({ width: 2449, height: 1633 }), 'image/jpeg');
server.put('/bare.html', Buffer.from(barePage('/p.jpg')), 'text/html');
server.put('/bare.js', Buffer.from(BARE_SCRIPT), 'text/javascript');
const browser = await chromium.launch(chromiumLaunchOptions());
const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
await installProbe(page);
if (which === 'bare') {
  await page.goto(new URL('/bare.html', server.url).href);
} else {
  await page.goto(server.url);
  await page.evaluate(async () => {
    const c = window.harness.core;
    await c.openPhoto({ id: 'a', size: { width: 2449, height: 1633 }, url: '/p.jpg' });
    c.setToolSize('brush', 60 / c.getSnapshot().view.scale);
  });
}
await page.waitForTimeout(1500);
const s = await page.context().newCDPSession(page);
await s.send('Performance.enable');
for (let i = 0; i < 3; i++) await paintStroke(page, s, i);
const b = await browser.newBrowserCDPSession();
const events = [];
b.on('Tracing.dataCollected', (e) => events.push(...e.value));
await b.send('Tracing.start', {
  traceConfig: {
    includedCategories: [
      'toplevel',
      'devtools.timeline',
      'blink',
      'cc',
      'v8',
      'disabled-by-default-v8.cpu_profiler',
      'gpu',
      'viz',
      'skia',
    ],
    recordMode: 'recordAsMuchAsPossible',
  },
  transferMode: 'ReportEvents',
});
const cost = [];
for (let i = 3; i < 6; i++) cost.push((await paintStroke(page, s, i)).busy);
console.log(cost);
await Promise.all([
  new Promise((r) => b.once('Tracing.tracingComplete', r)),
  b.send('Tracing.end'),
]);
// main thread of renderer
const names = new Map();
for (const e of events) if (e.name === 'thread_name') names.set(e.pid + '/' + e.tid, e.args.name);
const main = [...names].filter(([, n]) => n === 'CrRendererMain').map(([k]) => k);
// pick busiest
const by = new Map();
for (const e of events) {
  const k = e.pid + '/' + e.tid;
  if (e.ph === 'X' && main.includes(k)) {
    if (!by.has(k)) by.set(k, []);
    by.get(k).push(e);
  }
}
const [key, list] = [...by].sort((a, b) => b[1].length - a[1].length)[0];
list.sort((a, b) => a.ts - b.ts || b.dur - a.dur);
const self = new Map();
const total = new Map();
const stack = [];
for (const e of list) {
  while (stack.length && stack.at(-1).ts + stack.at(-1).dur <= e.ts) stack.pop();
  const p = stack.at(-1);
  if (p) p.self -= e.dur;
  e.self = e.dur;
  stack.push(e);
}
for (const e of list) {
  self.set(e.name, (self.get(e.name) || 0) + e.self);
  total.set(e.name, [(total.get(e.name)?.[0] || 0) + e.dur, (total.get(e.name)?.[1] || 0) + 1]);
}
console.log(
  [...self]
    .sort((a, b) => b[1] - a[1])
    .slice(0, 22)
    .map(
      ([n, d]) =>
        `${(d / 1000).toFixed(1)}ms self, total ${(total.get(n)[0] / 1000).toFixed(1)}ms ×${total.get(n)[1]} ${n}`,
    )
    .join('\n'),
);
writeFileSync('/tmp/trace.json', JSON.stringify(events));
await browser.close();
await server.close();
