import { expect, it } from 'vitest';
import { connectionDraftSchema } from './contract/connections.ts';
import { plainName } from './plain-name.ts';

it.each([
  ['NUL and other control characters', 'a\u0000b\u001Bc\u0085', 'abc'],
  ['marks that turn text', 'photo\u202Egnp.exe\u2066\u200F\u061C', 'photognp.exe'],
  ['ends of lines', 'a\nb\u2028c\u2029', 'abc'],
  ['half a character', 'a\uD800', 'a\uFFFD'],
  ['space around it', ' \uFEFF a b ', 'a b'],
  ['nothing of an emoji or a script', '👩\u200D🎨 می\u200Cخواهم', '👩\u200D🎨 می\u200Cخواهم'],
])('removes from a name %s', (_what, given, kept) => {
  expect(plainName(given)).toBe(kept);
  expect(plainName(kept)).toBe(kept);
});

it('returns no name when nothing is left of it', () => {
  const draft = { name: '\u0000\u202E', baseUrl: 'https://a.example', key: 'k' };
  expect(connectionDraftSchema.safeParse(draft).success).toBe(false);
});
