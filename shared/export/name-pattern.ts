import { localDay } from '../files/local-day.ts';
import type { Size } from '../geometry/rect.ts';

interface NameFacts extends Size {
  /** Without extension. */
  readonly name: string;
  /** Day of saving, local time. */
  readonly date: Date;
}

export const NAME_PLACEHOLDERS = [
  { placeholder: '{name}', meaning: 'name of the photo' },
  { placeholder: '{date}', meaning: 'date, like 2026-01-31' },
  { placeholder: '{width}', meaning: 'width in pixels' },
  { placeholder: '{height}', meaning: 'height in pixels' },
] as const;

export const MAX_NAME_PATTERN = 120;

/** Longest name that the user can enter, characters without extension. */
export const MAX_FILE_NAME = 200;

export function fileNameProblem(name: string): string | undefined {
  if (name.trim() === '') return 'Enter a name.';
  if (name.length > MAX_FILE_NAME) return `Use at most ${MAX_FILE_NAME} characters.`;
  return refusedCharacter(name);
}

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

/** Without extension, not yet safe for file systems. */
export function nameByPattern(pattern: string, facts: NameFacts): string {
  const values: Readonly<Record<string, string>> = {
    '{name}': facts.name,
    '{date}': localDay(facts.date),
    '{width}': String(facts.width),
    '{height}': String(facts.height),
  };
  // One pass, so that a photo called "{date}" keeps its name.
  return pattern.replace(/\{[a-z]+\}/gu, (part) => values[part] ?? part);
}
