import { globSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, it } from 'vitest';

const RENDERER = resolve(import.meta.dirname, '../..');

/** Their keys belong to no command, so that users cannot change them. */
const FIXED_KEYS = [
  'viewer/clips/ClipPreview.tsx',
  'viewer/stage/comparing/ComparisonBar.tsx',
  'viewer/stage/toolbar-zoom.tsx',
];

const WRITTEN =
  /\b(?:hint|label|tip|title)=(?:"|\{`)[^"`\n]*\((?:[A-Z.,]|Enter|Escape|Space|F\d+)\)["`]|\brightSection="/u;

it('tooltips and menu items read the keys of a command, which users can change', () => {
  const files = globSync('**/*.tsx', { cwd: RENDERER }).filter((path) =>
    WRITTEN.test(readFileSync(resolve(RENDERER, path), 'utf8')),
  );
  expect(files.toSorted()).toEqual(FIXED_KEYS);
});
