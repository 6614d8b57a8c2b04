import { existsSync, globSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, it } from 'vitest';

const PROJECT = resolve(import.meta.dirname, '../..');

function namesIn(file: string): readonly string[] {
  const source = readFileSync(resolve(PROJECT, file), 'utf8');
  const imports = source.matchAll(/import \{([^}]*)\} from '@mantine\/core';/gu);
  return [...imports].flatMap(([, names = '']) => names.split(',').map((name) => name.trim()));
}

it('imports the styles of every component of Mantine that a screen uses', () => {
  const styles = readFileSync(resolve(import.meta.dirname, 'mantine-styles.ts'), 'utf8');
  const used = new Set(globSync('renderer/**/*.tsx', { cwd: PROJECT }).flatMap(namesIn));
  const styled = [...used].filter((name) =>
    existsSync(resolve(PROJECT, `node_modules/@mantine/core/styles/${name}.css`)),
  );
  expect(styled.length).toBeGreaterThan(30);
  expect(styled.filter((name) => !styles.includes(`/${name}.css`))).toEqual([]);
});
