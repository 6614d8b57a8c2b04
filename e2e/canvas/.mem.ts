import { chromium } from 'playwright';
import { readFileSync, readdirSync } from 'node:fs';
import { chromiumLaunchOptions } from '../support/chromium.ts';
import { startHarnessServer } from './server.ts';
import { installProbe, paintStroke } from './probe.ts';
import { noisePhoto } from './noise-photo.ts';
import { imagePage } from './pages.ts';
const server = await startHarnessServer();
const size={width:4000,height:4000};
server.put('/p.jpg', await noisePhoto(size), 'image/jpeg');
server.put('/img.html', Buffer.from(imagePage('/p.jpg')), 'text/html');
function renderers(browserPid){ const out=[]; for(const d of readdirSync('/proc')) if(/^\d+$/.test(d)) try { const cmd=readFileSync(`/proc/${d}/cmdline`,'utf8'); if(cmd.includes('--type=renderer')) { const st=readFileSync(`/proc/${d}/stat`,'utf8'); const roll=readFileSync(`/proc/${d}/smaps_rollup`,'utf8'); out.push([+d, +/Pss:\s+(\d+)/.exec(roll)[1]/1024, +/Rss:\s+(\d+)/.exec(roll)[1]/1024, cmd.match(/user-data-dir=\S+/)?.[0]]); } } catch {} return out; }
for (const which of ['img','core']) {
  const before=new Set(renderers().map(r=>r[0]));
  const browser = await chromium.launch(chromiumLaunchOptions());
  const page = await browser.newPage({viewport:{width:1440,height:900}});
  await installProbe(page);
  if(which==='img') { await page.goto(new URL('/img.html',server.url).href); await page.waitForTimeout(3000); }
  else { await page.goto(server.url); await page.evaluate(async (size) => { const c=window.harness.core; await c.openPhoto({id:'a', size, url:'/p.jpg'}); c.setToolSize('brush', 60/c.getSnapshot().view.scale) }, size); await page.waitForTimeout(3000); }
  const mine=()=>renderers().filter(r=>!before.has(r[0])).map(r=>`pss ${r[1].toFixed(0)} rss ${r[2].toFixed(0)}`).join(' | ');
  console.log(which,'open', mine());
  const s = await page.context().newCDPSession(page); await s.send('Performance.enable');
  for(let i=0;i<8;i++) await paintStroke(page,s,i);
  await page.waitForTimeout(500);
  console.log(which,'8 strokes', mine());
  if(which==='core') { 
    console.log(await page.evaluate(async()=>{ const c=window.harness.core; return ['history', c.history.bytes, 'tiles', c.maskTiles().length] }));
    const s2=page; for(let i=8;i<20;i++) await paintStroke(page,s,i); await s.send('HeapProfiler.enable'); await s.send('HeapProfiler.collectGarbage'); await page.waitForTimeout(1500); console.log('20 strokes after GC', mine()); }
  await browser.close();
}
await server.close();
