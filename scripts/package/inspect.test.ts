import { describe, expect, it } from 'vitest';
import { createChecks } from './checks.ts';
import { FUSES, readFuses, stubExecutable } from './fuses.ts';
import {
  bareImports,
  forbiddenFiles,
  manifestProblems,
  noticeProblems,
  packedNatives,
  pageProblems,
  unexpectedNames,
  unexpectedPackages,
  workerProblems,
  type PackedFile,
} from './inspect.ts';

function files(...paths: readonly string[]): readonly PackedFile[] {
  return paths.map((path) => ({ path, byteLength: 1, isUnpacked: false }));
}

const GOOD = files(
  'package.json',
  'out/main/main.js',
  'out/preload/preload.cjs',
  'out/renderer/index.html',
  'out/renderer/assets/a.js',
  'node_modules/sharp/lib/index.js',
  'node_modules/@img/sharp-linux-x64/lib/sharp.node',
  'node_modules/@napi-rs/keyring/index.js',
);

describe('inspecting a package', () => {
  it('accepts a good one', () => {
    expect(unexpectedNames(GOOD)).toEqual([]);
    expect(forbiddenFiles(GOOD)).toEqual([]);
    expect(unexpectedPackages(GOOD)).toEqual([]);
  });

  it('reports files that do not belong in it', () => {
    const bad = files(
      '.env',
      'out/browser-host/main.js',
      'docs/a.html',
      'out/main/a.js.map',
      'x.ts',
    );
    expect(forbiddenFiles(bad)).toHaveLength(5);
    expect(unexpectedNames(bad)).toEqual(['.env', 'docs', 'x.ts', 'out/browser-host']);
    expect(unexpectedPackages(files('node_modules/react/index.js'))).toEqual(['react']);
  });

  it('reports libraries inside the archive', () => {
    expect(packedNatives(GOOD)).toEqual(['node_modules/@img/sharp-linux-x64/lib/sharp.node']);
    const unpacked = GOOD.map((file) => ({ ...file, isUnpacked: true }));
    expect(packedNatives(unpacked)).toEqual([]);
    expect(packedNatives(files('a/libvips-cpp.so.8.17.3', 'b.dylib', 'c.dll'))).toHaveLength(3);
  });

  it('reports worker threads that cannot be started from outside the archive', () => {
    const path = 'out/workers/a.mjs';
    const whole = 'import sharp from "sharp"; await import("node:fs");';
    const unpacked = [{ path, byteLength: 1, isUnpacked: true }];
    expect(workerProblems(unpacked, () => whole)).toEqual([]);
    expect(workerProblems(files(path), () => whole)).toEqual([`${path} lies in the archive`]);
    expect(workerProblems(unpacked, () => 'import { a } from "./chunk.js";')).toHaveLength(1);
    expect(workerProblems(unpacked, () => 'await import("./chunk.js")')).toHaveLength(1);
    expect(workerProblems([], () => '')).toHaveLength(1);
  });

  it('reports missing notices of libvips', () => {
    const packed = files('node_modules/@img/sharp-libvips-linux-x64/lib/libvips-cpp.so.8.18.7');
    expect(noticeProblems(packed, (name) => `${name}: | libvips | LGPLv3 |`)).toEqual([]);
    expect(noticeProblems(packed, () => '')).toEqual([
      expect.stringContaining('sharp-libvips-linux-x64'),
    ]);
    expect(noticeProblems([], () => '')).toHaveLength(1);
  });

  it('finds the modules that a bundle requires', () => {
    const script = `import a from "sharp"; import{b}from'@napi-rs/keyring';import "electron";
      const c = await import("left-pad/sub"), d = require('node:fs'), e = 'made from "WEBP"';
      import './chunk.js'; export * from "/absolute.js";`;
    expect(bareImports(script)).toEqual(['@napi-rs/keyring', 'left-pad/sub', 'sharp']);
    expect(bareImports("/**\n * const a = require('example')\n */\n// from 'another'")).toEqual([]);
    expect(bareImports(`/** Tells "a" from "b". */\n/* @vite-ignore */ import("c")`)).toEqual([
      'c',
    ]);
  });

  it('S11 reports content that the policy of the page would block', () => {
    const good = '<meta content="__CSP_NONCE__"><script type="module" src="/assets/a.js"></script>';
    expect(pageProblems(good, GOOD)).toEqual([]);
    const bad = `<script>1</script><body onload="x"><script src="https://x/y.js"></script>
      <link href="/assets/missing.css">`;
    expect(pageProblems(bad, GOOD)).toHaveLength(5);
  });

  it('reports entries that a packed package.json must not contain', () => {
    expect(manifestProblems('{"main":"out/main/main.js"}', GOOD)).toEqual([]);
    expect(
      manifestProblems('{"main":"x.js","scripts":{},"devDependencies":{}}', GOOD),
    ).toHaveLength(3);
  });

  it('S27 reads the fuses of an executable', () => {
    expect(readFuses(stubExecutable())).toBe('101100011');
    expect(readFuses(Buffer.from('no fuses'))).toBeUndefined();
    expect(FUSES).toHaveLength(9);
  });
});

it('the counted package checks fail when one fails, and when there is none', () => {
  const lines: string[] = [];
  const checks = createChecks((line) => lines.push(line));
  expect(createChecks(() => undefined).finish()).toBe(1);
  checks.report('good', []);
  expect(checks.finish()).toBe(0);
  checks.report('bad', ['why']);
  expect(checks.finish()).toBe(1);
  expect(lines).toEqual([
    'ok      good',
    '1 passed, 0 failed',
    'failed  bad',
    '        why',
    '1 passed, 1 failed',
  ]);
});
