/** Follows a run from start to end: a line per finished file, Ctrl+C, and the cost limit. */
import { RECIPE_PAGE, type RecipeFile, type RecipeRun } from '../../shared/contract/recipes.ts';
import { shownAmount, countWords, fileLine, shortPath } from './recipe-lines.ts';
import { EXIT, type TerminalRun } from './terminal-run.ts';

const ENDED: ReadonlySet<RecipeFile['state']> = new Set(['done', 'failed', 'left-out', 'stopped']);

/** @returns the exit code */
export async function followRun(
  run: TerminalRun,
  runId: string,
  paths: readonly string[],
): Promise<number> {
  const { client, terminal, stop } = run;
  const printNew = createFilePrinter(run, runId, paths);
  const reading = new AbortController();
  let last = await client.recipes.run({ runId });
  stop.addEventListener('abort', () => reading.abort(), { once: true });
  try {
    const changes = await client.recipes.runChanges(undefined, { signal: reading.signal });
    for await (const runs of stop.aborted ? [] : changes) {
      const now = runs.find(({ id }) => id === runId);
      if (now === undefined) break;
      last = now;
      await printNew(last);
      if (isOver(last) || last.state === 'paused' || isAbove(last, run.order.limit)) break;
    }
  } catch (error) {
    if (!stop.aborted) throw error;
  } finally {
    reading.abort();
  }
  if (!isOver(last)) {
    last = await paused(run, runId, last);
    await printNew(last);
  }
  if (!isOver(last)) {
    terminal.tell('The run is paused. To continue, open Gesso and resume it under Recipes.');
    return stop.aborted ? EXIT.stopped : EXIT.failed;
  }
  terminal.tell(summaryOf(last));
  const { failed, stopped, 'left-out': leftOut } = last.states;
  return failed + stopped + leftOut === 0 ? EXIT.good : EXIT.failed;
}

function isOver({ state }: RecipeRun): boolean {
  return state === 'done' || state === 'stopped';
}

/** Estimated steps may cost more than planned. */
function isAbove({ cost, isPractice }: RecipeRun, limit: number | undefined): boolean {
  return limit !== undefined && !isPractice && cost !== undefined && cost > limit;
}

/** Sends no further calls and waits for running ones, if there is time. */
async function paused(run: TerminalRun, runId: string, last: RecipeRun): Promise<RecipeRun> {
  const { backend, client, terminal, hurry, order } = run;
  await client.recipes.pause({ runId });
  if (isAbove(last, order.limit) && order.limit !== undefined) {
    terminal.tell(`The calls so far cost more than the limit of ${shownAmount(order.limit)}.`);
  }
  if (last.pausedBy !== undefined) terminal.tell(last.pausedBy.message);
  // Fetched again, because the last state may be older than the last call.
  const { callsUnderWay } = await client.recipes.run({ runId });
  if (callsUnderWay > 0 && !hurry.aborted) {
    terminal.tell('Waiting for calls already sent. Press Ctrl+C again to end at once.');
    const hurried = new Promise<void>((resolve) => {
      hurry.addEventListener('abort', () => resolve(), { once: true });
    });
    await Promise.race([backend.whenIdle(), hurried]);
  }
  return await client.recipes.run({ runId });
}

/** Prints each finished file once. Files start in order, so finished ones are found there. */
function createFilePrinter(
  { client, terminal, folder, order }: TerminalRun,
  runId: string,
  paths: readonly string[],
) {
  const printed = new Set<number>();
  let first = 0;
  const to = shortPath(order.to, folder);

  async function page(offset: number): Promise<readonly RecipeFile[]> {
    const { rows } = await client.recipes.files({
      runId,
      filter: 'all',
      offset,
      limit: RECIPE_PAGE,
    });
    return rows;
  }

  return async ({ states, files }: RecipeRun): Promise<void> => {
    const ended = [...ENDED].reduce((sum, state) => sum + states[state], 0);
    for (let offset = first; printed.size < ended && offset < files; offset += RECIPE_PAGE) {
      for (const file of await page(offset)) {
        if (!ENDED.has(file.state) || printed.has(file.position)) continue;
        printed.add(file.position);
        const path = shortPath(paths[file.position] ?? file.name, folder);
        terminal.print(fileLine(file, path, to));
      }
    }
    while (printed.has(first)) first += 1;
  };
}

function summaryOf({ states, cost, isPractice }: RecipeRun): string {
  const parts = [
    `${countWords(states.done, 'file')} done`,
    ...(states.failed > 0 ? [`${states.failed} failed`] : []),
    ...(states['left-out'] > 0 ? [`${states['left-out']} left out`] : []),
    ...(states.stopped > 0 ? [`${states.stopped} stopped`] : []),
  ];
  const paid = isPractice
    ? ' Free (practice).'
    : cost === undefined
      ? ''
      : ` ${shownAmount(cost)}.`;
  return `${parts.join(', ')}.${paid}`;
}
