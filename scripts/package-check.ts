/**
 * Packs the program against a stand-in for Electron, without a download, and inspects it: rules S3,
 * S11, S19, S27, S28, S30, S32 of `docs/security.md`. The Linux folder works on any system.
 */
import { existsSync, readFileSync } from 'node:fs';
import { cp, mkdtemp, mkdir, readFile, rm } from 'node:fs/promises';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import { extractAll } from '@electron/asar';
import { buildForPackage } from './package/build.ts';
import { createChecks, type Checks } from './package/checks.ts';
import { desktopEntryProblems } from './package/desktop-entry.ts';
import { FUSES, readFuses } from './package/fuses.ts';
import {
  bareImports,
  forbiddenFiles,
  isArchive,
  isNative,
  manifestProblems,
  noticeProblems,
  packageNames,
  packedFiles,
  packedNatives,
  pageProblems,
  readPacked,
  unexpectedNames,
  unexpectedPackages,
  workerProblems,
  type PackedFile,
} from './package/inspect.ts';
import { modelProblems } from './package/models.ts';
import { lookedUpGlibNames } from './package/private-glib.ts';
import { PROJECT, runNode } from './package/run.ts';
import { createStubElectron } from './package/stub-electron.ts';

/** Bytes of the archive with its libraries: sharp has some 20 MB of it, the models' runtime 45. */
const MAX_RESOURCE_BYTES = 125_000_000;

/** Types that Gesso is offered for under “Open with”. */
const OPENED_MEDIA_TYPES = ['png', 'jpeg', 'webp', 'tiff', 'avif', 'heic', 'heif', 'bmp'].map(
  (type) => `image/${type}`,
);

/** Traces of a development build, a secret or this machine. */
const CANARIES = [
  'localhost:5173',
  '127.0.0.1:5173',
  '@vite/client',
  'import.meta.hot',
  'BEGIN PRIVATE KEY',
  'BEGIN CERTIFICATE',
  'ELECTRON_RENDERER_URL',
  PROJECT,
  homedir(),
].filter((word) => word.length > 5);

const checks = createChecks((line) => process.stdout.write(`${line}\n`));
const folder = await mkdtemp(join(tmpdir(), 'gesso-package-'));
try {
  await checkPackage(folder);
} finally {
  await rm(folder, { recursive: true, force: true });
}
process.exitCode = checks.finish();

async function checkPackage(work: string): Promise<void> {
  const built = await buildForPackage(false);
  checks.report('the bundles are built', built.code === 0 ? [] : lastLines(built.output));
  if (built.code !== 0) return;
  const packed = await pack(work);
  await checkDesktopEntries(join(work, 'packed'), packed);
  const resources = join(packed, 'resources');
  const archive = join(resources, 'app.asar');
  checks.report('there is an archive', isArchive(archive) ? [] : 'resources/app.asar is missing');
  if (!isArchive(archive)) return;
  const files = packedFiles(archive);
  checkContents(archive, files);
  checkNatives(archive, files);
  await checkFuses(join(packed, 'gesso'));
  checkResources(resources, files);
  await checkRunning(archive, resources, work);
}

/** @returns the folder of the packed program */
async function pack(work: string): Promise<string> {
  const electron = join(work, 'electron');
  const manifest = JSON.parse(
    await readFile(join(PROJECT, 'node_modules', 'electron', 'package.json'), 'utf8'),
  ) as { readonly version: string };
  await createStubElectron(electron, manifest.version);
  const script = join(import.meta.dirname, 'package', 'pack-stub.ts');
  const { code, output } = await runNode([script, electron, join(work, 'packed')], false);
  checks.report('electron-builder packs without a download', code === 0 ? [] : lastLines(output));
  const suffix = process.arch === 'x64' ? '' : `-${process.arch}`;
  return join(work, 'packed', `linux${suffix}-unpacked`);
}

async function checkDesktopEntries(output: string, packed: string): Promise<void> {
  for (const [target, program] of [
    ['AppImage', 'AppRun'],
    ['deb', '/opt/Gesso/gesso'],
  ] as const) {
    const path = join(output, `${target}.desktop`);
    const text = existsSync(path) ? await readFile(path, 'utf8') : '';
    checks.report(
      `S4 the desktop entry of the ${target} starts Gesso in its sandbox, with pictures to open`,
      desktopEntryProblems(text, program, OPENED_MEDIA_TYPES),
    );
  }
  const profile = join(packed, 'resources', 'apparmor-profile');
  const grants = existsSync(profile) && /^\s*userns,/mu.test(await readFile(profile, 'utf8'));
  checks.report(
    'S4 the deb brings an AppArmor profile that allows the sandbox',
    grants ? [] : 'no',
  );
}

function checkContents(archive: string, files: readonly PackedFile[]): void {
  checks.report('only listed folders are packed', unexpectedNames(files));
  checks.report(
    'no sources, maps, dot files, tests, documents or browser host',
    forbiddenFiles(files),
  );
  checks.report('only packages with native code are packed', unexpectedPackages(files));
  checks.report(
    'package.json is clean and its main script is there',
    manifestProblems(readPacked(archive, 'package.json'), files),
  );
  checks.report(
    'the page holds nothing inline and nothing from elsewhere',
    pageProblems(readPacked(archive, 'out/renderer/index.html'), files),
  );
  const scripts = files.filter(({ path }) => /^out\/.*\.(?:m?js|cjs|css|html)$/u.test(path));
  const traces = scripts.flatMap(({ path }) => {
    const text = readPacked(archive, path);
    return CANARIES.filter((word) => text.includes(word)).map((word) => `${path}: ${word}`);
  });
  checks.report('nothing tells of development, secrets or this machine', traces);
  const present = new Set(packageNames(files));
  const missing = scripts
    .filter(({ path }) => /^out\/(?:main|workers)\//u.test(path))
    .flatMap(({ path }) =>
      bareImports(readPacked(archive, path))
        .filter((name) => !present.has(packageOf(name)))
        .map((name) => `${path}: ${name}`),
    );
  checks.report('every module that the main scripts ask for is packed', missing);
  const preload = readPacked(archive, 'out/preload/preload.cjs');
  const asked = [...preload.matchAll(/require\(["']([^"']+)["']\)/gu)].map((match) => match[1]);
  const isOneFile = asked.length === 1 && asked[0] === 'electron' && !/\bimport\b/u.test(preload);
  checks.report(
    'S19 the preload is one CommonJS file that asks for Electron alone',
    isOneFile ? [] : `it asks for ${asked.join(', ')}`,
  );
}

function checkNatives(archive: string, files: readonly PackedFile[]): void {
  checks.report('native libraries are real files', packedNatives(files));
  const natives = files.filter(({ path }) => isNative(path)).map(({ path }) => path);
  const absent = natives.filter((path) => !existsSync(join(`${archive}.unpacked`, path)));
  const needed = [
    /\/sharp-[^/]+\.node$/u,
    /libvips/u,
    /keyring[^/]*\.node$/u,
    /onnxruntime[^/]*\.node$/u,
  ];
  const lacking = needed.filter((pattern) => !natives.some((path) => pattern.test(path)));
  checks.report(
    'worker threads are whole, and lie beside the archive',
    workerProblems(files, (path) => readPacked(archive, path)),
  );
  checks.report(
    'sharp takes no GLib name from Electron',
    lookedUpGlibNames(join(`${archive}.unpacked`, 'node_modules/@img')),
  );
  checks.report('sharp, libvips, the keychain and the runtime of the models are packed', [
    ...absent,
    ...lacking.map((pattern) => `nothing like ${pattern.source}`),
  ]);
}

async function checkFuses(executable: string): Promise<void> {
  const wire = readFuses(await readFile(executable));
  for (const [index, [name, wanted]] of FUSES.entries()) {
    const found = wire?.[index];
    checks.report(
      `S27 fuse ${name} is ${wanted === '1' ? 'on' : 'off'}`,
      found === wanted ? [] : `found ${found ?? 'nothing'}`,
    );
  }
  const extra = wire !== undefined && wire.length === FUSES.length ? [] : `the wire is ${wire}`;
  checks.report('S28 there are no fuses without a decision', extra);
}

function checkResources(resources: string, files: readonly PackedFile[]): void {
  const licences = [
    'LGPL-3.0',
    'GPL-3.0',
    'MPL-2.0',
    'OpenCV-Apache-2.0',
    'libheif-js-LGPL-3.0',
    'libvips-changes',
    'Models',
  ].map((name) => `licences/${name}.txt`);
  const wanted = ['samples/samples.json', ...licences];
  const absent = wanted.filter((path) => !existsSync(join(resources, path)));
  checks.report('sample photos and licences are in the resources', absent);
  checks.report('the models are the known ones', modelProblems(join(resources, 'models')));
  const notice = (name: string) => join(resources, 'licences', name, 'README.md');
  checks.report(
    'libvips comes with its notices',
    noticeProblems(files, (name) =>
      existsSync(notice(name)) ? readFileSync(notice(name), 'utf8') : '',
    ),
  );
  const updater = existsSync(join(resources, 'app-update.yml')) ? 'app-update.yml is there' : [];
  checks.report('S32 nothing updates by itself', updater);
  const bytes = files.reduce((sum, file) => sum + file.byteLength, 0);
  const megabytes = (bytes / 1_000_000).toFixed(1);
  checks.report(
    `the archive with its libraries has ${megabytes} MB`,
    bytes <= MAX_RESOURCE_BYTES ? [] : `more than ${MAX_RESOURCE_BYTES / 1_000_000} MB`,
  );
}

/** Runs the packed scripts with a stand-in for Electron, see `package/run-packed.ts`. */
async function checkRunning(archive: string, resources: string, work: string): Promise<void> {
  const unpacked = join(work, 'app.asar');
  extractAll(archive, unpacked);
  // As in Electron, files next to the archive are found only there.
  await rm(join(unpacked, 'out', 'workers'), { recursive: true });
  await cp(`${archive}.unpacked`, `${unpacked}.unpacked`, { recursive: true });
  const userData = join(work, 'user');
  await mkdir(userData);
  const script = join(import.meta.dirname, 'package', 'run-packed.ts');
  const { code, output } = await runNode([script, unpacked, resources, userData], false);
  checks.report('the packed program starts and ends', code === 0 ? [] : lastLines(output));
  if (code !== 0) return;
  const result = JSON.parse(output.trimEnd().split('\n').at(-1) ?? '{}') as Record<string, unknown>;
  report(checks, 'S11 it serves its page with the policy', {
    'status 200': result['pageStatus'] === 200,
    'a policy': String(result['policy']).startsWith("default-src 'none'"),
  });
  report(checks, 'it answers the contract and finds its samples', {
    version: typeof result['version'] === 'string',
    samples: Number(result['samples']) > 0,
  });
  const job = JSON.stringify(result['job']);
  report(checks, 'it cleans up a sample by its own practice service', {
    [job]: job === '{"maskSaved":204,"hasPsd":true,"state":"done","resultType":"image/png"}',
  });
  const found = (result['found'] ?? {}) as Record<string, unknown>;
  report(checks, 'its packed models find an object, text and a face', {
    [`object by ${String(found['by'])}`]: found['by'] === 'model',
    text: Number(found['lines']) > 0,
    faces: Number(found['faces']) > 0,
  });
  const expected = [
    ['electron'],
    ['main', 'gesso:port', null],
    ['page', { type: 'gesso:port' }, 'app://gesso', ['port']],
    ['main', 'gesso:files', ['/set/a.png']],
    ['page', { type: 'gesso:files-without-place', places: [0, 2] }, 'app://gesso', []],
    ['addEventListener', 'location', 'postMessage'],
  ];
  report(checks, 'S19 its preload passes the port on and leaves nothing in the page', {
    [JSON.stringify(result['preload'])]:
      JSON.stringify(result['preload']) === JSON.stringify(expected),
  });
}

function report(into: Checks, name: string, facts: Readonly<Record<string, boolean>>): void {
  const wrong = Object.entries(facts).filter(([, isTrue]) => !isTrue);
  into.report(
    name,
    wrong.map(([fact]) => `not so: ${fact}`),
  );
}

function packageOf(specifier: string): string {
  return specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/');
}

function lastLines(output: string): readonly string[] {
  return output.trimEnd().split('\n').slice(-10);
}
