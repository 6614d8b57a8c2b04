/** Changes of single lines of the program that a test should notice. Pure. */

/** One line, changed. */
export interface Mutation {
  /** From 1. */
  readonly line: number;
  /** In a few words. */
  readonly what: string;
  readonly before: string;
  readonly after: string;
}

/** What is changed, and how; the first place of a line counts. */
const KINDS: readonly {
  readonly what: string;
  readonly found: RegExp;
  readonly by: (found: string) => string;
}[] = [
  { what: 'a condition turned round', found: / === (?!undefined)/u, by: () => ' !== ' },
  { what: 'a condition turned round', found: / !== /u, by: () => ' === ' },
  { what: 'a condition turned round', found: / >= /u, by: () => ' < ' },
  { what: 'a condition turned round', found: / < (?=[\w(])/u, by: () => ' >= ' },
  { what: 'a condition turned round', found: /\bif \((?!!)(?=\w+\))/u, by: () => 'if (!' },
  { what: 'both in place of one', found: / \|\| /u, by: () => ' && ' },
  { what: 'one in place of both', found: / && (?!\()/u, by: () => ' || ' },
  {
    what: 'a number moved',
    found: /(?<![\w.'"`#-])\d+(?![\w.'"`])/u,
    by: (n) => String(Number(n) + 1),
  },
  { what: 'plus and minus', found: / \+ (?=\d|[a-z]\w*[;)])/u, by: () => ' - ' },
  {
    what: 'true and false',
    found: /\b(?:true|false)\b(?=[;,)])/u,
    by: (is) => String(is === 'false'),
  },
  { what: 'a call left out', found: /^\s+(?:await )?[a-z][\w.?]*\([^(){}]*\);$/u, by: () => '' },
];

/** Lines that change nothing that runs: comments, imports, types. */
const LEFT_ALONE = /^\s*(?:\/\/|\*|\/\*|import\b|export type|type\b|interface\b|readonly\b|\|)/u;

/** @returns every change of a source that this file knows, in the order of its lines */
export function mutationsOf(source: string): readonly Mutation[] {
  return source.split('\n').flatMap((before, index) => {
    if (LEFT_ALONE.test(before)) return [];
    return KINDS.flatMap(({ what, found, by }) => {
      const after = before.replace(found, by);
      return after === before ? [] : [{ line: index + 1, what, before, after }];
    });
  });
}

/** @returns the source with that one line changed */
export function mutated(source: string, { line, after }: Mutation): string {
  return source
    .split('\n')
    .with(line - 1, after)
    .join('\n');
}

/** Numbers that look like chance and are the same for the same seed. @returns a number from 0 to below */
export function chance(seed: number): (below: number) => number {
  let state = seed >>> 0;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}
