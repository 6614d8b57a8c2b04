/** Tests that sources and tests keep every rule of `docs/security.md`. */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { FORBIDDEN_TEXT } from './security-rules.ts';

const PROJECT = join(import.meta.dirname, '..');
const IS_TEST = /\.(?:test|spec)\.tsx?$|^scripts\/package-check\.ts$|^e2e\//u;

/** Every source of the project by its path. */
const SOURCES: ReadonlyMap<string, string> = new Map(
  globSync('{electron,shared,renderer,scripts,e2e}/**/*.{ts,tsx}', { cwd: PROJECT })
    .concat(['electron-builder.yml'])
    .map((path) => path.replaceAll('\\', '/'))
    .map((path) => [path, readFileSync(join(PROJECT, path), 'utf8')] as const),
);
const PROGRAM = [...SOURCES].filter(([path]) => /^(?:electron|shared|renderer)\//u.test(path));

/** Ids in the first column of the tables, and those that the last section names as open. */
function documentedIds(): { readonly kept: readonly string[]; readonly open: readonly string[] } {
  const text = readFileSync(join(PROJECT, 'docs', 'security.md'), 'utf8');
  const [tables = '', open = ''] = text.split('## Open');
  return {
    kept: [...tables.matchAll(/^\|\s*([SB]\d+)\s*\|/gmu)].map((match) => match[1] ?? ''),
    open: [...open.matchAll(/\b[SB]\d+\b/gu)].map((match) => match[0]),
  };
}

/** Ids after `SECURITY:` in program sources, and ids in the names of tests and checks. */
function anchoredIds(): { readonly inSources: Set<string>; readonly inTests: Set<string> } {
  const inSources = new Set<string>();
  const inTests = new Set<string>();
  for (const [path, text] of SOURCES) {
    for (const match of text.matchAll(/SECURITY: ((?:[SB]\d+ ?)+)/gu)) {
      for (const id of (match[1] ?? '').trim().split(' ')) inSources.add(id);
    }
    if (!IS_TEST.test(path)) continue;
    for (const match of text.matchAll(
      /\b(?:it|test|report|describe)(?:\.each\([^)]*\))?\(\s*(?:checks,\s*)?(["'`])(.*?)\1/gsu,
    )) {
      for (const id of (match[2] ?? '').matchAll(/\b[SB]\d+\b/gu)) inTests.add(id[0]);
    }
  }
  return { inSources, inTests };
}

describe('the rules in docs/security.md', () => {
  const { inSources, inTests } = anchoredIds();

  it('S39 are each anchored where they are kept, and tested by name', () => {
    const ids = documentedIds().kept;
    expect(ids.length).toBeGreaterThan(20);
    expect(new Set(ids).size, 'no id twice').toBe(ids.length);
    expect(
      ids.filter((id) => !inSources.has(id)),
      'without SECURITY: in a source',
    ).toEqual([]);
    expect(
      ids.filter((id) => !inTests.has(id)),
      'without a test of that name',
    ).toEqual([]);
  });

  it('S39 name every rule that the sources claim to keep', () => {
    const { kept, open } = documentedIds();
    const ids = new Set([...kept, ...open]);
    expect([...inSources].filter((id) => !ids.has(id))).toEqual([]);
  });
});

describe('text that the sources may not contain', () => {
  it('S2 S15 S16 S17 S19 S23 S30 S31 S36 S38 is found nowhere outside its allowed files', () => {
    for (const { id, pattern, allowedIn } of FORBIDDEN_TEXT) {
      const found = PROGRAM.filter(
        ([path, text]) =>
          pattern.test(text) && allowedIn?.test(path) !== true && !IS_TEST.test(path),
      );
      expect(
        found.map(([path]) => path),
        id,
      ).toEqual([]);
    }
  });
});

describe('packages', () => {
  const manifest = JSON.parse(readFileSync(join(PROJECT, 'package.json'), 'utf8')) as {
    readonly dependencies: Readonly<Record<string, string>>;
    readonly devDependencies: Readonly<Record<string, string>>;
    readonly allowScripts: Readonly<Record<string, boolean>>;
  };

  it('S34 are pinned exactly, only natives are shipped, one install script is allowed', () => {
    const versions = { ...manifest.dependencies, ...manifest.devDependencies };
    const loose = Object.entries(versions).filter(
      ([, version]) => !/^\d+\.\d+\.\d+(?:-[\w.]+)?$/u.test(version),
    );
    expect(loose).toEqual([]);
    // SECURITY: S34 these three bring prebuilt native code; everything else is bundled.
    expect(Object.keys(manifest.dependencies).sort()).toEqual([
      '@napi-rs/keyring',
      'onnxruntime-node',
      'sharp',
    ]);
    const allowed = Object.entries(manifest.allowScripts).filter(([, isAllowed]) => isAllowed);
    expect(allowed.map(([name]) => name)).toEqual(['node']);
  });
});
