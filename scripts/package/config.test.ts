/** Tests `electron-builder.yml` for systems that cannot be packed for here. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { APP_ID } from '../../electron/host/app-id.ts';
import { PROJECT } from './run.ts';

const read = (path: string) => readFile(join(PROJECT, path), 'utf8');
const config = parse(await read('electron-builder.yml')) as {
  readonly appId: string;
  readonly fileAssociations?: unknown;
  readonly appImage: { readonly executableArgs: readonly string[] };
  readonly toolsets: { readonly appimage: string };
  readonly mac: {
    readonly hardenedRuntime: boolean;
    readonly entitlements: string;
    readonly entitlementsInherit: string;
    readonly fileAssociations: readonly {
      readonly ext: string | readonly string[];
      readonly rank: string;
    }[];
  };
  readonly win: { readonly fileAssociations?: unknown };
  readonly nsis: { readonly include: string };
};
const EXTENSIONS = ['avif', 'bmp', 'heic', 'heif', 'jpeg', 'jpg', 'png', 'tif', 'tiff', 'webp'];

describe('the packages', () => {
  it('have the id by which Windows recognises the running program', () => {
    expect(config.appId).toBe(APP_ID);
  });

  it('S4 start the AppImage without a switch, and without a library that systems no longer have', () => {
    expect(config.appImage.executableArgs).toEqual([]);
    expect(config.toolsets.appimage).toMatch(/^1\./u);
  });

  it('let an ad-hoc signed build for macOS load sharp’s library under the hardened runtime', async () => {
    const { hardenedRuntime, entitlements, entitlementsInherit } = config.mac;
    expect(hardenedRuntime).toBe(true);
    for (const path of [entitlements, entitlementsInherit]) {
      expect(await read(path)).toMatch(
        /<key>com\.apple\.security\.cs\.disable-library-validation<\/key>\s*<true\/>/u,
      );
    }
  });

  it('offer Gesso for pictures on macOS without taking them over', () => {
    const { fileAssociations } = config.mac;
    expect(fileAssociations.flatMap(({ ext }) => ext).toSorted()).toEqual(EXTENSIONS);
    expect(new Set(fileAssociations.map(({ rank }) => rank))).toEqual(new Set(['Alternate']));
  });

  it('offer Gesso for pictures on Windows without taking them over', async () => {
    // either of these would make it the default program
    expect(config.fileAssociations).toBeUndefined();
    expect(config.win.fileAssociations).toBeUndefined();
    const script = await read(config.nsis.include);
    const offered = [...script.matchAll(/SupportedTypes" "\.(\w+)"/gu)].map(([, ext = '']) => ext);
    expect(offered.toSorted()).toEqual(EXTENSIONS);
    expect(script).toMatch(/!macro customUnInstall\s+DeleteRegKey/u);
    expect(script).not.toMatch(/Software\\Classes\\\./u);
  });
});
