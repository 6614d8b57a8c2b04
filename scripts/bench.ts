/**
 * Runs `npm run bench`: prints figures of the real program, most with a bare baseline of the same
 * run (docs/benchmarks.md). Fails only if a measurement cannot be made.
 */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { chromium } from 'playwright';
import { chromiumLaunchOptions } from '../e2e/support/chromium.ts';
import { measureChat } from './bench/chat.ts';
import { measureClips } from './bench/clips.ts';
import type { BenchContext } from './bench/harness.ts';
import { measureGestures } from './bench/gestures.ts';
import { measureMemory } from './bench/memory.ts';
import { measureObjects } from './bench/objects.ts';
import { measureOpening } from './bench/opening.ts';
import { measurePainting } from './bench/painting.ts';
import { measureRecipes } from './bench/recipes.ts';
import { measureSoftEdges } from './bench/soft-edges.ts';
import { measureSending } from './bench/sending.ts';
import { measureStarting } from './bench/starting.ts';
import { formatTable, type Figure, type FigureGroup } from './bench/table.ts';
import { measureTables } from './bench/tables.ts';
import { measureUpscale } from './bench/upscale.ts';
import { buildIfChanged } from './start/build-cache.ts';
import { rendererTarget } from './start/targets.ts';

const PROJECT = resolve(import.meta.dirname, '..');

type Measure = (context: BenchContext) => Promise<readonly Figure[]>;

const MEASUREMENTS: Readonly<Record<string, readonly [title: string, measure: Measure]>> = {
  starting: ['Starting, and the first screen', measureStarting],
  opening: ['Opening a photo', measureOpening],
  painting: ['Painting long strokes', measurePainting],
  sending: ['From Run to the last byte of the request', measureSending],
  objects: ['Objects in real photographs', measureObjects],
  edges: ['What is left around a removed thing', measureSoftEdges],
  clips: ['Four clips, played and compared', measureClips],
  upscale: ['A result of 100 megapixels', measureUpscale],
  chat: ['Answers in the chat', measureChat],
  recipes: ['Recipes', measureRecipes],
  tables: ['Long tables', measureTables],
  gestures: ['Every key and button of five screens', measureGestures],
  memory: ['Memory', measureMemory],
};

const NAMES = Object.keys(MEASUREMENTS).join(', ');

const USAGE = `Usage: npm run bench -- [options]
  --repeat N    how often each measurement is repeated; medians are printed (default: 2)
  --only NAME   may be given again: ${NAMES}
  --json FILE   also write the figures as JSON
`;

async function bench(repeat: number, names: readonly string[]): Promise<readonly FigureGroup[]> {
  await buildIfChanged(PROJECT, rendererTarget());
  const folder = await mkdtemp(join(tmpdir(), 'gesso-bench-'));
  const browser = await chromium.launch(chromiumLaunchOptions('as used'));
  const context: BenchContext = { browser, folder, repeat, say };
  const groups: FigureGroup[] = [];
  try {
    for (const [name, [title, measure]] of Object.entries(MEASUREMENTS)) {
      if (!names.includes(name)) continue;
      const began = performance.now();
      try {
        groups.push({ name, title, figures: await measure(context) });
      } catch (error) {
        tell(error); // the figures of the others are worth showing
      }
      say(`${name} took ${((performance.now() - began) / 1000).toFixed(0)} s`);
    }
  } finally {
    await browser.close();
    await rm(folder, { recursive: true, force: true });
  }
  return groups;
}

function tell(error: unknown): void {
  say(error instanceof Error ? (error.stack ?? error.message) : String(error));
  process.exitCode = 1;
}

/** Progress goes to stderr, so that stdout is the table alone. */
function say(line: string): void {
  process.stderr.write(`${line}\n`);
}

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      repeat: { type: 'string', default: '2' },
      only: { type: 'string', multiple: true },
      json: { type: 'string' },
      help: { type: 'boolean' },
    },
  });
  const repeat = Number(values.repeat);
  const names = values.only ?? Object.keys(MEASUREMENTS);
  const unknown = names.find((name) => MEASUREMENTS[name] === undefined);
  if (values.help === true) process.stdout.write(USAGE);
  else if (unknown !== undefined) throw new Error(`--only is one of ${NAMES}, not “${unknown}”.`);
  else if (!Number.isInteger(repeat) || repeat < 1) throw new Error('--repeat is a number from 1.');
  else {
    const groups = await bench(repeat, names);
    process.stdout.write(`${formatTable(groups)}\n`);
    const json = JSON.stringify({ repeat, groups }, undefined, 2);
    if (values.json !== undefined) await writeFile(values.json, `${json}\n`);
  }
}

await main().catch(tell);
