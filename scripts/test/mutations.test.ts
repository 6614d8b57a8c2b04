import { expect, it } from 'vitest';
import { mutated, mutationsOf } from './mutations.ts';

it('mutates conditions, numbers and calls, and nothing that does not run', () => {
  const source = [
    "import { a } from './a1.ts';",
    '// 1 === 2',
    'if (a === b) {',
    '  most = 40;',
    '  close(a);',
    '}',
  ].join('\n');
  expect(mutationsOf(source)).toEqual([
    {
      line: 3,
      what: 'a condition turned round',
      before: 'if (a === b) {',
      after: 'if (a !== b) {',
    },
    { line: 4, what: 'a number moved', before: '  most = 40;', after: '  most = 41;' },
    { line: 5, what: 'a call left out', before: '  close(a);', after: '' },
  ]);
  const [first] = mutationsOf(source);
  expect(first && mutated(source, first).split('\n')[2]).toBe('if (a !== b) {');
});
