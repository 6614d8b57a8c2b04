/** Uses the window's procedures, so the run appears there in Tasks, Spend and Recipes. */
import { constants } from 'node:fs';
import { access, mkdir, stat } from 'node:fs/promises';
import { createRouterClient, ORPCError } from '@orpc/server';
import type {
  FrozenRecipe,
  Recipe,
  RecipePlan,
  RecipeStep,
} from '../../shared/contract/recipes.ts';
import { AppError, toAppError, invalidInput } from '../../shared/errors/app-error.ts';
import { countOtherKinds, extensionKind, otherKindsLine } from '../../shared/files/other-kinds.ts';
import { followRun } from './follow-run.ts';
import { filesNamed } from './named-files.ts';
import { shownAmount, countWords, planLines, plannedCost, shortPath } from './recipe-lines.ts';
import { EXIT, type TerminalBackend, type TerminalDeps, type TerminalRun } from './terminal-run.ts';
import { appErrorSchema } from '../../shared/contract/common.ts';

/** @returns the exit code */
export async function runRecipeOrder(deps: TerminalDeps): Promise<number> {
  const { terminal } = deps;
  const stop = new AbortController();
  const hurry = new AbortController();
  terminal.onStop((isHurried) => {
    if (stop.signal.aborted || isHurried) hurry.abort();
    stop.abort();
  });
  try {
    const backend = await opened(deps);
    try {
      const client = createRouterClient(backend.router);
      const run = { ...deps, backend, client, stop: stop.signal, hurry: hurry.signal };
      return await planAndRun(run);
    } finally {
      await backend.close({ isHurried: hurry.signal.aborted });
    }
  } catch (error) {
    const { kind, message, details } = readError(error);
    if (kind === 'cancelled') {
      terminal.tell('Stopped. Nothing was sent.');
      return EXIT.stopped;
    }
    const more = kind === 'unexpected' ? ` ${String(details?.['error'] ?? '')}` : '';
    for (const line of `${message}${more}`.split('\n')) terminal.tell(line);
    return kind === 'invalid-input' ? EXIT.wrongOrder : EXIT.failed;
  }
}

async function opened({ openBackend, order }: TerminalDeps): Promise<TerminalBackend> {
  try {
    return await openBackend(order);
  } catch (error) {
    if (readError(error).kind !== 'in-use') throw error;
    const message = 'Gesso is open. Quit it, or run the recipe there under Recipes.';
    throw new AppError('in-use', message, { cause: error });
  }
}

async function planAndRun(run: TerminalRun): Promise<number> {
  const { order, backend, client, terminal, stop } = run;
  const recipe = writingAtOnce(recipeNamed(order.recipe, await client.recipes.list()));
  await requireWritable(order.to);
  const passedOver = (kind: string, path: string) =>
    terminal.tell(`“${shortPath(path, run.folder)}” was not read (${kind}).`);
  const { pictures, others, passed } = await filesNamed(order.files, order.to, passedOver);
  const strangers = others.map((path) => ({
    name: shortPath(path, run.folder),
    reason: `It’s ${extensionKind(path)?.is ?? 'no picture'}, which Gesso can’t read.`,
  }));
  const otherKinds = otherKindsLine(countOtherKinds(passed));
  if (pictures.length === 0) {
    for (const { name, reason } of strangers) terminal.print(`left out: ${name}: ${reason}`);
    terminal.tell('There are no pictures among these files.');
    if (otherKinds !== '') terminal.tell(`Skipped: ${otherKinds}`);
    return EXIT.failed;
  }
  terminal.tell(`Planning ${countWords(pictures.length, 'file')} …`);
  const { runId } = await client.recipes.draft({});
  await backend.recipes.addPaths(runId, pictures);
  const plan = await planned(run, runId, recipe);
  if (plan === undefined || stop.aborted) throw new AppError('cancelled', '');
  const pathOf = (position: number) => shortPath(pictures[position] ?? '', run.folder);
  const leftOut = plan.leftOut.map(({ position, reason }) => ({ name: pathOf(position), reason }));
  for (const line of planLines(recipe.name, plan, [...leftOut, ...strangers])) terminal.tell(line);
  if (otherKinds !== '') terminal.tell(`Skipped: ${otherKinds}`);
  if (plan.taking === 0) {
    terminal.tell('None of these files can be used.');
    return EXIT.failed;
  }
  const refusal = refusalOf(plan, order.limit);
  if (refusal !== undefined) {
    terminal.tell(`${refusal} Nothing was sent.`);
    return EXIT.failed;
  }
  if (!(await mayBegin(run, plan))) return EXIT.failed;
  await mkdir(order.to, { recursive: true });
  if (!(await begun(run, runId, recipe))) return EXIT.failed;
  for (const { name, reason } of strangers) terminal.print(`left out: ${name}: ${reason}`);
  const end = await followRun(run, runId, pictures);
  return end === EXIT.good && strangers.length > 0 ? EXIT.failed : end;
}

async function planned(
  { client, stop }: TerminalRun,
  runId: string,
  recipe: FrozenRecipe,
): Promise<RecipePlan | undefined> {
  let last: RecipePlan | undefined;
  const plans = await client.recipes.plan({ runId, recipe }, { signal: stop });
  for await (const plan of plans) last = plan;
  return last;
}

/** @throws AppError `invalid-input` that lists the existing names */
function recipeNamed(name: string, recipes: readonly Recipe[]): Recipe {
  const plain = (text: string) => text.normalize('NFC').trim();
  const same = recipes.filter((recipe) => plain(recipe.name) === plain(name));
  const small = (text: string) => plain(text).toLowerCase();
  const alike = recipes.filter((recipe) => small(recipe.name) === small(name));
  const [found, second] = same.length > 0 ? same : alike;
  if (found !== undefined && second === undefined) return found;
  throw invalidInput(
    found === undefined
      ? `There is no recipe “${name}”. There are:\n${recipes.map((each) => `  ${each.name}`).join('\n')}`
      : `Several recipes are called “${name}”. Rename one in Gesso.`,
  );
}

/** Saves write at once, because files cannot be accepted without a window. */
function writingAtOnce({ id, name, steps }: Recipe): FrozenRecipe {
  const written = steps.map((step) =>
    step.kind === 'save' ? { ...step, when: 'at-once' as const } : step,
  );
  const saves = steps.some(
    (step) => step.kind === 'save' || (step.kind === 'clip' && step.isFile === true),
  );
  return { name, recipeId: id, steps: saves ? written : [...written, SAVE] };
}

const SAVE: RecipeStep = {
  kind: 'save',
  format: 'source',
  quality: 92,
  lossless: false,
  exif: 'without-place',
  namePattern: '{name}',
  when: 'at-once',
};

/** A missing folder is created once the run may start. */
async function requireWritable(folder: string): Promise<void> {
  const facts = await stat(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw notWritable(folder);
  });
  if (facts === undefined) return;
  if (!facts.isDirectory()) throw invalidInput(`“${folder}” is not a folder.`);
  await access(folder, constants.W_OK | constants.X_OK).catch(() => {
    throw notWritable(folder);
  });
}

function notWritable(folder: string): AppError {
  return invalidInput(`You may not write to the folder “${folder}”.`);
}

function refusalOf(plan: RecipePlan, limit: number | undefined): string | undefined {
  if (limit === undefined) return undefined;
  const cost = plannedCost(plan);
  if (cost === undefined) return 'The cost is unknown, so it cannot be kept within the limit.';
  return cost <= limit
    ? undefined
    : `This costs ${shownAmount(cost)}, more than the limit of ${shownAmount(limit)}.`;
}

/** Asks before anything is sent. */
async function mayBegin(run: TerminalRun, { taking }: RecipePlan): Promise<boolean> {
  const { order, terminal } = run;
  if (order.isAnswered) return true;
  if (!terminal.canAsk) {
    terminal.tell(
      'There is no terminal to ask on. Add --yes and --limit AMOUNT to run without a question. Nothing was sent.',
    );
    return false;
  }
  return await isAllowed(run, `Run it on ${countWords(taking, 'file')}? [y/N] `);
}

async function isAllowed({ terminal, stop }: TerminalRun, question: string): Promise<boolean> {
  const answer = await terminal.ask(question);
  if (stop.aborted) throw new AppError('cancelled', '');
  if (/^\s*y(?:es)?\s*$/iu.test(answer ?? '')) return true;
  terminal.tell('Nothing was sent.');
  return false;
}

/** Starts the run, and asks if it exceeds a budget. @returns false if refused */
async function begun(run: TerminalRun, runId: string, recipe: FrozenRecipe): Promise<boolean> {
  const { backend, client, order, terminal } = run;
  const start = () => backend.recipes.start(runId, recipe, { stored: 'use', folder: order.to });
  try {
    await start();
    return true;
  } catch (error) {
    const { kind, message, details } = readError(error);
    const budgetId = details?.['budget'];
    if (kind !== 'over-budget' || typeof budgetId !== 'string') throw error;
    terminal.tell(message);
    if (order.isAnswered || !terminal.canAsk) return false;
    if (!(await isAllowed(run, 'Run it anyway? [y/N] '))) return false;
    await client.spendForecast.allow({ budgetId, calls: 'next' });
    await start();
    return true;
  }
}

/** Errors of the backend, over the contract or direct. */
function readError(thrown: unknown): AppError {
  const data = thrown instanceof ORPCError ? appErrorSchema.safeParse(thrown.data) : undefined;
  return data?.success === true ? AppError.of(data.data, { cause: thrown }) : toAppError(thrown);
}
