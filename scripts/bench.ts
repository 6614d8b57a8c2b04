/**
 * `npm run bench`: measures the real program, each figure beside a bare baseline of the same run, and
 * prints a table. See docs/benchmarks.md. Asserts nothing: a figure beyond its bound says so.
 */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { chromium } from 'playwright';
import { chromiumLaunchOptions } from '../e2e/support/chromium.ts';
import type { BenchContext } from './bench/context.ts';
import type { Figure, FigureGroup } from './bench/figure.ts';
import { measureActivity } from './bench/activity.ts';
import { measureChat } from './bench/chat.ts';
import { measureClips } from './bench/clips.ts';
import { measureClipList } from './bench/clip-list.ts';
import { measureConversations } from './bench/conversations.ts';
import { measureDocument } from './bench/document.ts';
import { measureFaceResult } from './bench/face-result.ts';
import { measureFaces } from './bench/faces.ts';
import { measureFinding } from './bench/finding.ts';
import { measureFirstScreen } from './bench/first-screen.ts';
import { measureFirstText } from './bench/first-text.ts';
import { measureImporting } from './bench/importing.ts';
import { measureJobLog } from './bench/job-log.ts';
import { measureLibrary } from './bench/library.ts';
import { measureMeasuring } from './bench/measuring.ts';
import { measureMemory } from './bench/memory.ts';
import { measureObjects } from './bench/objects.ts';
import { measureOpening } from './bench/opening.ts';
import { BENCH_USAGE, readBenchOptions, type BenchOptions } from './bench/options.ts';
import { measurePainting } from './bench/painting.ts';
import { measurePerceiving } from './bench/perceiving.ts';
import { measureRecipePlan } from './bench/recipe-plan.ts';
import { measureRecipes } from './bench/recipes.ts';
import { measureRequest } from './bench/request.ts';
import { measureRim } from './bench/rim.ts';
import { measureSelection } from './bench/selection.ts';
import { measureSending } from './bench/sending.ts';
import { measureSpend } from './bench/spend.ts';
import { measureSpots } from './bench/spots.ts';
import { measureStorage } from './bench/storage.ts';
import { measureTasks } from './bench/tasks.ts';
import { measureTraining } from './bench/training.ts';
import { measureStreaming } from './bench/streaming.ts';
import { measureStarting } from './bench/starting.ts';
import { formatTable } from './bench/table.ts';
import { measureUndo } from './bench/undo.ts';
import { measureUpscale } from './bench/upscale.ts';
import { measureZooming } from './bench/zooming.ts';
import { measureWindowMemory } from './bench/window-memory.ts';
import { buildIfChanged } from './start/build-cache.ts';
import { rendererTarget } from './start/targets.ts';

const PROJECT = resolve(import.meta.dirname, '..');

interface Measurement {
  readonly name: string;
  readonly title: string;
  measure(context: BenchContext): Promise<readonly Figure[]>;
}

const MEASUREMENTS: readonly Measurement[] = [
  { name: 'opening', title: 'Opening a photo', measure: measureOpening },
  { name: 'painting', title: 'Painting 20 long strokes', measure: measurePainting },
  { name: 'undo', title: 'Undo until nothing moves', measure: measureUndo },
  { name: 'selection', title: 'Selecting an object', measure: measureSelection },
  { name: 'objects', title: 'Objects in real photographs', measure: measureObjects },
  { name: 'rim', title: 'What is left around a removed thing', measure: measureRim },
  { name: 'perceiving', title: 'The process that finds things', measure: measurePerceiving },
  { name: 'finding', title: 'Finding text in photographs', measure: measureFinding },
  { name: 'faces', title: 'Finding faces', measure: measureFaces },
  { name: 'spots', title: 'Dust in photographs', measure: measureSpots },
  { name: 'zooming', title: 'Zooming and panning with many results', measure: measureZooming },
  {
    name: 'window-memory',
    title: 'Memory of the window',
    measure: measureWindowMemory,
  },
  { name: 'sending', title: 'From Run to the last byte of the request', measure: measureSending },
  { name: 'request', title: '30 MB as base64 in JSON', measure: measureRequest },
  { name: 'memory', title: 'Peak memory while 30 MB are sent', measure: measureMemory },
  { name: 'streaming', title: 'A stream of 20,000 tokens', measure: measureStreaming },
  { name: 'chat', title: 'Long answers in the chat', measure: measureChat },
  { name: 'first-text', title: 'The first text of an answer', measure: measureFirstText },
  {
    name: 'face-result',
    title: 'From the last byte of a face merge to the screen',
    measure: measureFaceResult,
  },
  { name: 'clips', title: 'Clips, played and compared', measure: measureClips },
  { name: 'measuring', title: 'A clip that arrives', measure: measureMeasuring },
  { name: 'clip-list', title: 'Hundreds of clips', measure: measureClipList },
  { name: 'upscale', title: 'A result of 100 megapixels', measure: measureUpscale },
  { name: 'jobs', title: '10,000 finished jobs in the log', measure: measureJobLog },
  { name: 'tasks', title: 'Tasks: many running, and many in the log', measure: measureTasks },
  { name: 'activity', title: 'Activity: 100,000 calls', measure: measureActivity },
  { name: 'spend', title: 'Bills of a year', measure: measureSpend },
  { name: 'library', title: 'A library of 10,000 photos', measure: measureLibrary },
  {
    name: 'conversations',
    title: '2,000 conversations of 50 messages',
    measure: measureConversations,
  },
  { name: 'storage', title: 'Moving a library of 1 GB', measure: measureStorage },
  { name: 'importing', title: 'Large files that are imported', measure: measureImporting },
  {
    name: 'document',
    title: 'Completion: a document of 50,000 tokens',
    measure: measureDocument,
  },
  { name: 'training', title: '1,000 files for the training data', measure: measureTraining },
  { name: 'recipe-plan', title: 'Planning a recipe, 24 MP', measure: measureRecipePlan },
  { name: 'recipes', title: 'A recipe on 1,000 files', measure: measureRecipes },
  { name: 'first-screen', title: 'The first screen', measure: measureFirstScreen },
  { name: 'starting', title: 'npm start on an installed tree', measure: measureStarting },
];

async function bench(options: BenchOptions): Promise<void> {
  const chosen = MEASUREMENTS.filter(({ name }) => options.only?.includes(name) ?? true);
  await buildIfChanged(PROJECT, rendererTarget(PROJECT));
  const folder = await mkdtemp(join(tmpdir(), 'gesso-bench-'));
  const browser = await chromium.launch(chromiumLaunchOptions('as used'));
  const { repeat } = options;
  const groups: FigureGroup[] = [];
  try {
    const context: BenchContext = { browser, folder, repeat, say };
    for (const { name, title, measure } of chosen) {
      try {
        groups.push({ name, title, figures: await measure(context) });
      } catch (error) {
        tell(error); // the figures of the others are worth showing
      }
    }
  } finally {
    await browser.close();
    await rm(folder, { recursive: true, force: true });
  }
  process.stdout.write(`${formatTable(groups)}\n`);
  if (options.json !== undefined) {
    await writeFile(options.json, `${JSON.stringify({ repeat, groups }, undefined, 2)}\n`);
  }
}

function tell(error: unknown): void {
  say(error instanceof Error ? (error.stack ?? error.message) : String(error));
  process.exitCode = 1;
}

/** Progress goes to stderr, the table to stdout. */
function say(line: string): void {
  process.stderr.write(`${line}\n`);
}

try {
  const options = readBenchOptions(
    process.argv.slice(2),
    MEASUREMENTS.map(({ name }) => name),
  );
  if (options === 'help') process.stdout.write(BENCH_USAGE);
  else await bench(options);
} catch (error) {
  tell(error);
}
