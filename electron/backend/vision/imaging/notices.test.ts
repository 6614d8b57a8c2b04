import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { readNotices } from './notices.ts';

const MODULES = join(import.meta.dirname, '..', '..', '..', '..', 'node_modules');

it('names libvips and the installed mediabunny, though it is bundled with the scripts', async () => {
  const notices = await readNotices(join(MODULES, '@img'));
  expect(notices.map(({ name }) => name)).toContain('libvips');
  const installed: unknown = JSON.parse(
    await readFile(join(MODULES, 'mediabunny', 'package.json'), 'utf8'),
  );
  const found = notices.filter(({ name }) => name === 'mediabunny');
  expect(found).toHaveLength(1);
  expect(installed).toMatchObject({ version: found[0]?.version, license: 'MPL-2.0' });
  expect(found[0]?.licence).toBe('Mozilla Public License 2.0');
  const text = await readFile(join(MODULES, 'mediabunny', 'LICENSE'), 'utf8');
  expect(text).toContain('Mozilla Public License Version 2.0');
});
