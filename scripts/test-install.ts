/**
 * Tests installing with several generations of npm at once, in a folder with an unusual name. Without a
 * registry it passes.
 */
import { execFileSync, spawn } from 'node:child_process';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createChecks } from './package/checks.ts';
import { makeMemoryFolder } from './test/memory-folder.ts';

const PROJECT = resolve(import.meta.dirname, '..');
/** The npm of Node 20, one from before `allowScripts` (11.16), and the newest. */
const VERSIONS = process.argv.length > 2 ? process.argv.slice(2) : ['10.8.2', '11.6.2', '12.2.2'];
const LOAD = "for (const name of ['sharp', 'onnxruntime-node', '@napi-rs/keyring']) require(name)";

/** Without the variables that the npm running this script sets. */
const env = Object.fromEntries(
  Object.entries(process.env).filter(([name]) => !/^npm_(?!config_registry$)/iu.test(name)),
);
const checks = createChecks((line) => process.stdout.write(`${line}\n`));
// an install has 1.3 GB in many files: on a disk, writing them takes a third more processor time
const INSTALLS = { room: 5 * 2 ** 30, memory: 10 * 2 ** 30 };
const work = makeMemoryFolder(INSTALLS) ?? (await mkdtemp(join(tmpdir(), 'gesso-install-')));
try {
  const reason = await whyNotHere();
  if (reason === undefined) {
    await Promise.all(VERSIONS.map(checkInstall));
    process.exitCode = checks.finish();
  } else process.stdout.write(`Installation not run: ${reason}\n`);
} finally {
  await rm(work, { recursive: true, force: true });
}

async function whyNotHere(): Promise<string | undefined> {
  if ((await run('git', ['rev-parse', 'HEAD'], PROJECT)).code !== 0) return 'this is no clone.';
  if ((await run('npm', ['ping'], PROJECT)).code !== 0) return 'npm’s registry does not answer.';
  return undefined;
}

async function checkInstall(version: string): Promise<void> {
  const folder = join(work, `npm ${version}`);
  await mkdir(folder);
  const fetched = await run('npm', ['install', '--prefix', folder, `npm@${version}`], work);
  const npm = join(folder, 'node_modules/npm/bin/npm-cli.js');
  const clone = join(folder, 'Gesso für alle');
  execFileSync('git', ['clone', '--quiet', PROJECT, clone], { env });
  const installed = await run(process.execPath, [npm, 'install'], clone);
  checks.report(
    `npm ${version} installs a fresh clone`,
    installed.code === 0 ? [] : [...fetched.lines, ...installed.lines],
  );
  const loaded = await run(join(clone, 'node_modules/node/bin/node'), ['-e', LOAD], clone);
  checks.report(
    `Node and the native libraries of npm ${version} run`,
    loaded.code === 0 ? [] : loaded.lines,
  );
}

async function run(command: string, args: readonly string[], cwd: string) {
  const shell = process.platform === 'win32' && command === 'npm';
  const child = spawn(command, args, { cwd, env, shell, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => (output += text));
  }
  const code = await new Promise<number | null>((resolve) => {
    child.on('close', resolve);
    child.on('error', (error) => {
      output += error.message;
      resolve(null);
    });
  });
  const lines = output.split('\n').filter((line) => line !== '');
  return { code, lines: lines.slice(-10) };
}
