/** What a saved file is called: a pattern of the user's with placeholders. */
import type { Size } from '../geometry/rect.ts';

/** What a placeholder stands for. */
export interface NameFacts extends Size {
  /** The photo's name without its extension. */
  readonly name: string;
  /** The day of saving, local time. */
  readonly date: Date;
}

/** The placeholders, each with what the user is told about it. */
export const NAME_PLACEHOLDERS = [
  { placeholder: '{name}', meaning: 'the photo’s name' },
  { placeholder: '{date}', meaning: 'the day, as 2026-01-31' },
  { placeholder: '{width}', meaning: 'pixels across' },
  { placeholder: '{height}', meaning: 'pixels down' },
] as const;

/** Longest pattern, characters. */
export const MAX_NAME_PATTERN = 120;

/** What is wrong with a pattern, as a sentence; `undefined` when nothing is. */
export function namePatternProblem(pattern: string): string | undefined {
  if (pattern.trim() === '') return 'Enter a name, for example {name}_cleanup.';
  if (pattern.length > MAX_NAME_PATTERN) {
    return `A pattern has at most ${MAX_NAME_PATTERN} characters.`;
  }
  const known = new Set<string>(NAME_PLACEHOLDERS.map(({ placeholder }) => placeholder));
  const unknown = pattern.match(/\{[^{}]*\}/gu)?.find((part) => !known.has(part));
  if (unknown !== undefined) {
    return `There is no ${unknown}. Use ${[...known].join(', ')}.`;
  }
  const refused = /[<>:"/\\|?*]/u.exec(pattern)?.[0];
  return refused === undefined ? undefined : `A file’s name cannot hold ${refused}`;
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
