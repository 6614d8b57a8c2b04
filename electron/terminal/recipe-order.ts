/** Parses `--recipe=NAME FILES… --to FOLDER`. */
import { type AppError, invalidInput } from '../../shared/errors/app-error.ts';
import { USAGE_LINE } from './usage.ts';

/** With absolute paths. */
export interface RecipeOrder {
  readonly recipe: string;
  /** Files and folders. */
  readonly files: readonly string[];
  readonly to: string;
  /** The user has agreed in advance (`--yes`). */
  readonly isAnswered: boolean;
  /** Most that it may cost, 1/10000 USD. */
  readonly limit: number | undefined;
  /** `undefined` for the default library. */
  readonly dataFolder: string | undefined;
}

/** @throws AppError `invalid-input` with a sentence */
export function readRecipeOrder(
  given: Omit<RecipeOrder, 'to' | 'limit'> & {
    readonly to: string | undefined;
    readonly limit: string | undefined;
  },
): RecipeOrder {
  const { to } = given;
  if (given.files.length === 0) throw wrong('There are no files. Name files or folders.');
  if (to === undefined) throw wrong('--to needs the folder that the finished files go to.');
  const limit = given.limit === undefined ? undefined : unitsOf(given.limit);
  if (given.isAnswered && limit === undefined) {
    throw wrong('--yes needs --limit: the most that it may cost, such as --limit 5.00.');
  }
  return { ...given, recipe: given.recipe.trim(), to, limit };
}

/** Converts typed dollars to the service's unit. */
function unitsOf(text: string): number {
  const match = /^(\d{1,7})(?:\.(\d{1,4}))?$/u.exec(text);
  if (match === null) throw wrong(`--limit must be an amount such as 5.00, not “${text}”.`);
  return Number(match[1]) * 10_000 + Number((match[2] ?? '').padEnd(4, '0'));
}

function wrong(message: string): AppError {
  return invalidInput(`${message}\n${USAGE_LINE}`);
}
