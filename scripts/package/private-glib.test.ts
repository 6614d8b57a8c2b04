import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { cp } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { testFolder } from '../../electron/testing/test-folder.ts';
import {
  copyPrivateSharp,
  lookedUpGlibNames,
  makeGlibPrivate,
  renameGlib,
} from './private-glib.ts';

const PROJECT = resolve(import.meta.dirname, '../..');
/** The system's GLib, which Electron is linked to and a preload puts in front of sharp's as Electron does. */
const SYSTEM_GLIB = [
  '/usr/lib/x86_64-linux-gnu',
  '/usr/lib/aarch64-linux-gnu',
  '/usr/lib64',
  '/usr/lib',
]
  .map((folder) => join(folder, 'libgobject-2.0.so.0'))
  .find(existsSync);

let project: string;

beforeEach(async () => {
  project = testFolder();
  for (const name of ['sharp', '@img', 'detect-libc', 'semver']) {
    const folder = join('node_modules', name);
    await cp(join(PROJECT, folder), join(project, folder), { recursive: true });
  }
});

/** Decodes, changes and encodes pictures with the sharp that a file in `from` finds. */
function decodePictures(from: string, count: number, preload: string | undefined) {
  const script = `
    const sharp = require('module').createRequire(${JSON.stringify(join(from, 'main.js'))})('sharp');
    (async () => {
      const picture = await sharp({ create: { width: 900, height: 700, channels: 3, background: '#579', noise: { type: 'gaussian', mean: 128, sigma: 40 } } }).jpeg().toBuffer();
      for (let i = 0; i < ${count}; i += 1) {
        await sharp(picture).metadata();
        const format = ['png', 'webp', 'tiff', 'jpeg'][i % 4];
        await sharp(await sharp(picture).resize(450 + i).blur(1)[format]().toBuffer()).raw().toBuffer();
      }
      console.log(process.resourceUsage().maxRSS);
    })();`;
  const { LD_PRELOAD: _, ...env } = process.env;
  const run = spawnSync(process.execPath, ['-e', script], {
    encoding: 'utf8',
    env: preload === undefined ? env : { ...env, LD_PRELOAD: preload },
  });
  return { ...run, kilobytes: Number(run.stdout) };
}

describe.runIf(process.platform === 'linux')('sharp next to another GLib', () => {
  it.skipIf(SYSTEM_GLIB === undefined)(
    'decodes a hundred pictures without a GLib message, a crash or more memory',
    { tags: 'second' },
    () => {
      copyPrivateSharp(project);
      const built = join(project, 'out/main');
      const alone = decodePictures(built, 100, undefined);
      const beside = decodePictures(built, 100, SYSTEM_GLIB);
      expect(beside).toMatchObject({ status: 0, signal: null, stderr: '' });
      expect(beside.kilobytes).toBeGreaterThan(0);
      expect(beside.kilobytes).toBeLessThanOrEqual(alone.kilobytes * 1.2);
    },
  );

  it.skipIf(SYSTEM_GLIB === undefined)('crashes or complains without the renaming', () => {
    const { status, stderr } = decodePictures(project, 2, SYSTEM_GLIB);
    expect(status !== 0 || /GLib/u.test(stderr)).toBe(true);
  });

  it('leaves the installed files unchanged and exposes no GLib name to the system', () => {
    const before = libraries(join(project, 'node_modules/@img'));
    copyPrivateSharp(project);
    const after = libraries(join(project, 'node_modules/@img'));
    expect(after.map((file, index) => file.equals(before[index] as Buffer))).toEqual([true, true]);
    expect(lookedUpGlibNames(join(project, 'node_modules/@img'))).toContain('g_free');
    expect(lookedUpGlibNames(join(project, 'out/node_modules/@img'))).toEqual([]);
    expect(() => makeGlibPrivate(join(project, 'out/node_modules/@img'))).toThrow(/no GLib name/u);
  });

  it('fails the build when sharp requires a GLib name that it does not include', () => {
    const files = libraries(join(project, 'node_modules/@img'));
    const unknown = files.map((file) => replaced(file, 'g_utf8_validate', 'g_utf8_vanished'));
    unknown[1] = files[1] as Buffer;
    expect(() => renameGlib(unknown)).toThrow(/takes g_utf8_vanished from a library/u);
  });

  it('fails the build when a name shares its letters with one that is looked up', () => {
    const files = libraries(join(project, 'node_modules/@img'));
    // libvips stores `g_free` as the end of `g_string_free`
    const asking = replaced(files[0] as Buffer, 'g_object_unref', 'g_string_free\0');
    expect(() => renameGlib([asking, files[1] as Buffer])).toThrow(
      /stores g_free within g_string_free/u,
    );
  });

  it('refuses a file that is no library', () => {
    expect(() => renameGlib([Buffer.alloc(100)])).toThrow(/not a 64-bit/u);
  });
});

/** sharp's own library, then libvips. */
function libraries(folder: string): Buffer[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => /sharp-(?:libvips-)?linux-.*(?:\.node|\.so\.[^/]*)$/u.test(name))
    .sort((a, b) => Number(b.endsWith('.node')) - Number(a.endsWith('.node')))
    .map((name) => readFileSync(join(folder, name)));
}

function replaced(file: Buffer, name: string, by: string): Buffer {
  const copy = Buffer.from(file);
  const at = copy.indexOf(`\0${name}\0`, 0, 'latin1');
  if (at === -1) throw new Error(`${name} is not in the file`);
  copy.write(by, at + 1, 'latin1');
  return copy;
}
