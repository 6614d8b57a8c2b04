import type { EndurancePart, SelfCheckLine } from '../../../../shared/contract/self-check.ts';

const LINE = /^(ok|not ok) {2}(.+?) \((\d+) ms\)(?:: (.+))?$/u;

/** @returns `ok  Painting a mask (12 ms)`, or `not ok  Keychain (3 ms): It is locked.` */
export function printedLine({ name, milliseconds, problem, note }: SelfCheckLine): string {
  const more = problem ?? note;
  const end = more === undefined ? '' : `: ${more.replace(/\s+/gu, ' ')}`;
  return `${problem === undefined ? 'ok' : 'not ok'}  ${name} (${milliseconds} ms)${end}`;
}

export function readPrintedLine(line: string): SelfCheckLine | undefined {
  const [, verdict, name, milliseconds, more] = LINE.exec(line) ?? [];
  if (name === undefined || milliseconds === undefined) return undefined;
  const found = { name, milliseconds: Number(milliseconds) };
  if (verdict === 'ok') return more === undefined ? found : { ...found, note: more };
  return more === undefined ? undefined : { ...found, problem: more };
}

/** Printed before a part that may crash: `trying memory`. */
export function printedTrial(part: EndurancePart): string {
  return `trying ${part}`;
}

export const PRINTED_SUM = /^\d+ of \d+ parts work\.$/u;

/** Returns e.g. `14 of 14 parts work.` */
export function printedSum(lines: readonly SelfCheckLine[]): string {
  const sound = lines.filter(({ problem }) => problem === undefined).length;
  return `${sound} of ${lines.length} parts work.`;
}
