/** Names of saved files: a pattern of the user's with placeholders. */
import type { Size } from '../geometry/rect.ts';

/** The values of the placeholders. */
export interface NameFacts extends Size {
  /** The photo's name without its extension. */
  readonly name: string;
  /** The day of saving, local time. */
  readonly date: Date;
}

/** The placeholders, each with its explanation for the user. */
export const NAME_PLACEHOLDERS = [
  { placeholder: '{name}', meaning: 'name of the photo' },
  { placeholder: '{date}', meaning: 'date, like 2026-01-31' },
  { placeholder: '{width}', meaning: 'width in pixels' },
  { placeholder: '{height}', meaning: 'height in pixels' },
] as const;

/** Longest pattern, characters. */
export const MAX_NAME_PATTERN = 120;

/** Longest name of a file that the user enters, characters without the extension. */
export const MAX_FILE_NAME = 200;

/** The problem of a file name without placeholders, as a sentence; `undefined` when there is none. */
export function fileNameProblem(name: string): string | undefined {
  if (name.trim() === '') return 'Enter a name.';
  if (name.length > MAX_FILE_NAME) return `Use at most ${MAX_FILE_NAME} characters.`;
  return refusedCharacter(name);
}

/** The problem of a pattern, as a sentence; `undefined` when there is none. */
export function namePatternProblem(pattern: string): string | undefined {
  if (pattern.trim() === '') return 'Enter a name, for example {name}_cleanup.';
  if (pattern.length > MAX_NAME_PATTERN) {
    return `Use at most ${MAX_NAME_PATTERN} characters.`;
  }
  const known = new Set<string>(NAME_PLACEHOLDERS.map(({ placeholder }) => placeholder));
  const unknown = pattern.match(/\{[^{}]*\}/gu)?.find((part) => !known.has(part));
  if (unknown !== undefined) {
    return `There is no ${unknown}. Use ${[...known].join(', ')}.`;
  }
  return refusedCharacter(pattern);
}

function refusedCharacter(name: string): string | undefined {
  const refused = /[<>:"/\\|?*]/u.exec(name)?.[0];
  return refused === undefined ? undefined : `A file name can’t contain ${refused}`;
}

/** The name by the pattern, without extension. Not yet made safe for file systems. */
export function nameByPattern(pattern: string, facts: NameFacts): string {
  const values: Readonly<Record<string, string>> = {
    '{name}': facts.name,
    '{date}': localDay(facts.date),
    '{width}': String(facts.width),
    '{height}': String(facts.height),
  };
  // in one pass: a photo that is called "{date}" keeps its name
  return pattern.replace(/\{[a-z]+\}/gu, (part) => values[part] ?? part);
}

function localDay(date: Date): string {
  const two = (value: number) => String(value).padStart(2, '0');
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}
