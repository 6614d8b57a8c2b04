import { isBuiltin } from 'node:module';
import { extractFile, getRawHeader, listPackage, statFile } from '@electron/asar';

export interface PackedFile {
  /** With `/`, without a leading one. */
  readonly path: string;
  readonly byteLength: number;
  /** True if it is a real file next to the archive. */
  readonly isUnpacked: boolean;
}

const TOP_LEVEL = ['node_modules', 'out', 'package.json'] as const;
const OUT_FOLDERS = ['main', 'preload', 'renderer', 'workers'] as const;

const PACKAGES =
  /^(?:sharp|detect-libc|semver|@img\/colour|@img\/sharp-[a-z0-9-]+|@napi-rs\/keyring(?:-[a-z0-9-]+)?|onnxruntime-(?:node|common))$/u;

const FORBIDDEN: readonly RegExp[] = [
  /(?:^|\/)\.(?!package-lock\.json$)/u, // dot files: .env, .npmrc, .git …
  /\.(?:ts|mts|cts|tsx|map|md|test\.js|spec\.js|log|tsbuildinfo)$/u,
  /(?:^|\/)(?:e2e|docs|test|tests|__tests__|scripts)\//u,
  /browser-host/u,
];

export function packedFiles(archive: string): readonly PackedFile[] {
  return listPackage(archive, { isPack: false }).flatMap((listed) => {
    const path = listed.replaceAll('\\', '/').replace(/^\//u, '');
    const entry = statFile(archive, path, false);
    if (!('size' in entry)) return [];
    return [{ path, byteLength: entry.size, isUnpacked: entry.unpacked ?? false }];
  });
}

export function readPacked(archive: string, path: string): string {
  return extractFile(archive, path).toString('utf8');
}

export function isArchive(archive: string): boolean {
  try {
    return getRawHeader(archive).headerSize > 0;
  } catch {
    return false;
  }
}

export function unexpectedNames(files: readonly PackedFile[]): readonly string[] {
  const top = new Set(files.map(({ path }) => path.split('/')[0] ?? ''));
  const out = new Set(
    files.filter(({ path }) => path.startsWith('out/')).map(({ path }) => path.split('/')[1] ?? ''),
  );
  return [...notIn(top, TOP_LEVEL), ...notIn(out, OUT_FOLDERS).map((name) => `out/${name}`)];
}

export function forbiddenFiles(files: readonly PackedFile[]): readonly string[] {
  return files
    .map(({ path }) => path)
    .filter((path) => FORBIDDEN.some((pattern) => pattern.test(path)));
}

export function packageNames(files: readonly PackedFile[]): readonly string[] {
  const names = files.flatMap(({ path }) => {
    const name = /^node_modules\/((?:@[^/]+\/)?[^/]+)\//u.exec(path)?.[1];
    return name === undefined ? [] : [name];
  });
  return [...new Set(names)].sort();
}

export function unexpectedPackages(files: readonly PackedFile[]): readonly string[] {
  return packageNames(files).filter((name) => !PACKAGES.test(name));
}

/** Finds libraries inside the archive, where the system cannot load them. */
export function packedNatives(files: readonly PackedFile[]): readonly string[] {
  return files
    .filter(({ path, isUnpacked }) => isNative(path) && !isUnpacked)
    .map(({ path }) => path);
}

/** Finds worker threads that are incomplete, or inside the archive, where none can start. */
export function workerProblems(
  files: readonly PackedFile[],
  read: (path: string) => string,
): readonly string[] {
  const workers = files.filter(({ path }) => path.startsWith('out/workers/'));
  if (workers.length === 0) return ['there are none'];
  return workers.flatMap(({ path, isUnpacked }) => [
    ...(isUnpacked ? [] : [`${path} lies in the archive`]),
    ...[...read(path).matchAll(/(?:\bfrom|\bimport\()\s*["'](\.[^"']+)["']/gu)].map(
      ([, other]) => `${path} needs ${other}`,
    ),
  ]);
}

/** @param read returns the notice of a package of `@img`, empty if there is none */
export function noticeProblems(
  files: readonly PackedFile[],
  read: (name: string) => string,
): readonly string[] {
  const names = files.flatMap(
    ({ path }) =>
      /^node_modules\/@img\/([^/]+)\/.*libvips[^/]*\.(?:so[\d.]*|dylib|dll)$/u.exec(path)?.[1] ??
      [],
  );
  if (names.length === 0) return ['there is no libvips'];
  return [...new Set(names)]
    .filter((name) => !/\blibvips\b.*LGPL/u.test(read(name)))
    .map((name) => `the notice of ${name} is missing, or says nothing of the LGPL`);
}

export function isNative(path: string): boolean {
  return /\.(?:node|dll|dylib)$|\.so(?:\.[\d.]+)?$/u.test(path);
}

/** Modules that a bundled script asks for by name, Node's own and Electron left out. */
export function bareImports(script: string): readonly string[] {
  // excludes `Array.from`
  const pattern = /(?<!\.)\b(?:from|import|require)\s*\(?\s*(["'])([a-z@][a-z0-9@/._-]*)\1/gu;
  const code = script.replaceAll(/^\s*(?:\/\*.*?\*\/|(?:\/?\*|\/\/).*$)/gmu, ''); // examples in comments
  const names = [...code.matchAll(pattern)].map((match) => match[2] ?? '');
  // bundled packages may ask for Node's own modules without `node:`
  const own = names.filter(
    (name) => !/^(?:node:|electron$|electron\/)/u.test(name) && !isBuiltin(name),
  );
  return [...new Set(own)].sort();
}

/** Finds anything inline, missing, or from elsewhere. */
export function pageProblems(page: string, files: readonly PackedFile[]): readonly string[] {
  const problems: string[] = [];
  if (!page.includes('__CSP_NONCE__')) problems.push('no place for the nonce');
  if (/<script(?![^>]*\bsrc=)[^>]*>/iu.test(page)) problems.push('an inline script');
  if (/\son[a-z]+\s*=/iu.test(page)) problems.push('an inline event handler');
  const known = new Set(files.map(({ path }) => path));
  for (const [, address = ''] of page.matchAll(/\b(?:src|href)="([^"]+)"/gu)) {
    if (!address.startsWith('/')) problems.push(`an address that is not local: ${address}`);
    else if (!known.has(`out/renderer${address}`)) problems.push(`${address} is missing`);
  }
  return problems;
}

export function manifestProblems(text: string, files: readonly PackedFile[]): readonly string[] {
  const manifest = JSON.parse(text) as Readonly<Record<string, unknown>>;
  const problems = ['scripts', 'devDependencies', 'build', 'workspaces']
    .filter((field) => field in manifest)
    .map((field) => `"${field}" is there`);
  const main = manifest['main'];
  if (typeof main !== 'string' || !files.some(({ path }) => path === main)) {
    problems.push(`main (${String(main)}) does not exist`);
  }
  return problems;
}

function notIn(names: ReadonlySet<string>, allowed: readonly string[]): readonly string[] {
  return [...names].filter((name) => !allowed.includes(name)).sort();
}
