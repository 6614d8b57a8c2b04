/**
 * Tests installing with the oldest and the newest npm, in a folder with an unusual name. Without a
 * registry it passes.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createChecks } from './package/checks.ts';

const PROJECT = resolve(import.meta.dirname, '..');
/** The npm of Node 20, from before `allowScripts`, and the newest; the workflow has those between. */
const VERSIONS = process.argv.length > 2 ? process.argv.slice(2) : ['10.8.2', '12.2.2'];
const LOAD = "for (const name of ['sharp', 'onnxruntime-node', '@napi-rs/keyring']) require(name)";

/** Without the variables that the npm running this script sets. */
const env = Object.fromEntries(
  Object.entries(process.env).filter(([name]) => !/^npm_(?!config_registry$)/iu.test(name)),
);
const checks = createChecks((line) => process.stdout.write(`${line}\n`));
const work = await mkdtemp(join(tmpdir(), 'gesso-install-'));
try {
  const reason = whyNotHere();
  if (reason === undefined) {
    for (const version of VERSIONS) await checkInstall(version);
    process.exitCode = checks.finish();
  } else process.stdout.write(`Installation not run: ${reason}\n`);
} finally {
  await rm(work, { recursive: true, force: true });
}

function whyNotHere(): string | undefined {
  if (run('git', ['rev-parse', 'HEAD'], PROJECT).code !== 0) return 'this is no clone.';
  if (run('npm', ['ping'], PROJECT).code !== 0) return 'npm’s registry does not answer.';
  return undefined;
}

async function checkInstall(version: string): Promise<void> {
  const folder = join(work, `npm ${version}`);
  await mkdir(folder);
  const fetched = run('npm', ['install', '--prefix', folder, `npm@${version}`], work);
  const npm = join(folder, 'node_modules/npm/bin/npm-cli.js');
  const clone = join(folder, 'Gesso für alle');
  execFileSync('git', ['clone', '--quiet', PROJECT, clone], { env });
  const installed = run(process.execPath, [npm, 'install'], clone);
  checks.report(
    `npm ${version} installs a fresh clone`,
    installed.code === 0 ? [] : [...fetched.lines, ...installed.lines],
  );
  const loaded = run(join(clone, 'node_modules/node/bin/node'), ['-e', LOAD], clone);
  checks.report(
    `Node and the native libraries of npm ${version} run`,
    loaded.code === 0 ? [] : loaded.lines,
  );
}

function run(command: string, args: readonly string[], cwd: string) {
  const shell = process.platform === 'win32' && command === 'npm';
  const { status, stdout, stderr, error } = spawnSync(command, args, {
    cwd,
    env,
    encoding: 'utf8',
    shell,
  });
  const lines = `${stdout}${stderr}${error?.message ?? ''}`
    .split('\n')
    .filter((line) => line !== '');
  return { code: status, lines: lines.slice(-10) };
}
