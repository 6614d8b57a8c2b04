/** Changes single lines in ways that a test should notice. */

export interface Mutation {
  /** From 1. */
  readonly line: number;
  readonly what: string;
  readonly before: string;
  readonly after: string;
}

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

/** Lines that change nothing at run time: comments, imports, types. */
const LEFT_ALONE = /^\s*(?:\/\/|\*|\/\*|import\b|export type|type\b|interface\b|readonly\b|\|)/u;

export function mutationsOf(source: string): readonly Mutation[] {
  return source.split('\n').flatMap((before, index) => {
    if (LEFT_ALONE.test(before)) return [];
    return KINDS.flatMap(({ what, found, by }) => {
      const after = before.replace(found, by);
      return after === before ? [] : [{ line: index + 1, what, before, after }];
    });
  });
}

export function mutated(source: string, { line, after }: Mutation): string {
  return source
    .split('\n')
    .with(line - 1, after)
    .join('\n');
}

/** Returns pseudo-random numbers, the same for the same seed. @returns a number from 0 to below */
export function chance(seed: number): (below: number) => number {
  let state = seed >>> 0;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}
