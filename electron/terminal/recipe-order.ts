/** A recipe on the command line: `--recipe NAME FILES… --to FOLDER`. The same options for both hosts. */
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { AppError } from '../../shared/errors/app-error.ts';
import { USAGE_LINE } from './usage.ts';

/** The order, with absolute paths. */
export interface RecipeOrder {
  readonly recipe: string;
  /** Files and folders. */
  readonly files: readonly string[];
  readonly to: string;
  /** The user has agreed in advance: Gesso asks nothing. */
  readonly isAnswered: boolean;
  /** The most that it may cost, 1/10000 USD. */
  readonly limit: number | undefined;
  /** Where the library is; `undefined` for the usual place. */
  readonly dataFolder: string | undefined;
}

/** True where the arguments are an order for a recipe, whether it is complete or not. */
export function isRecipeOrder(given: readonly string[]): boolean {
  const end = given.indexOf('--');
  const options = end === -1 ? given : given.slice(0, end);
  return options.some((each) => each === '--recipe' || each.startsWith('--recipe='));
}

/**
 * SECURITY: S29 an order is read in the process of the start alone: one that runs already takes none from another.
 *
 * @param folder the paths are relative to it
 * @throws AppError `invalid-input` with a sentence
 */
export function readRecipeOrder(given: readonly string[], folder: string): RecipeOrder {
  const { values, positionals } = parsed(given);
  const recipe = values.recipe?.trim() ?? '';
  if (recipe === '') throw wrong('--recipe needs the name of a recipe.');
  if (positionals.length === 0) throw wrong('There are no files. Name files or folders.');
  if (values.to === undefined || values.to === '') {
    throw wrong('--to needs the folder that the finished files go to.');
  }
  const limit = values.limit === undefined ? undefined : unitsOf(values.limit);
  if (values.yes && limit === undefined) {
    throw wrong('--yes needs --limit: the most that it may cost, such as --limit 5.00.');
  }
  const dataFolder = values['data-dir'];
  return {
    recipe,
    files: positionals.map((path) => resolve(folder, path)),
    to: resolve(folder, values.to),
    isAnswered: values.yes,
    limit,
    dataFolder: dataFolder === undefined ? undefined : resolve(folder, dataFolder),
  };
}

function parsed(given: readonly string[]) {
  try {
    return parseArgs({
      args: [...given],
      allowPositionals: true,
      options: {
        recipe: { type: 'string' },
        to: { type: 'string' },
        yes: { type: 'boolean', default: false },
        limit: { type: 'string' },
        'data-dir': { type: 'string' },
      },
    });
  } catch (error) {
    throw wrong((error as Error).message);
  }
}

/** Dollars as they are typed, in the service's unit. */
function unitsOf(text: string): number {
  const match = /^(\d{1,7})(?:\.(\d{1,4}))?$/u.exec(text);
  if (match === null) throw wrong(`--limit must be an amount such as 5.00, not “${text}”.`);
  return Number(match[1]) * 10_000 + Number((match[2] ?? '').padEnd(4, '0'));
}

function wrong(message: string): AppError {
  return new AppError({ kind: 'invalid-input', message: `${message}\n${USAGE_LINE}` });
}
