/**
 * Runs `npm test`. `-- TITLE …` selects steps, `--all` adds the second tier, `--check` runs four
 * steps.
 * A few failures are run again, alone; those that pass then are reported as unsteady.
 */
import { mkdir } from 'node:fs/promises';
import { resolve } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { buildIfChanged } from './start/build-cache.ts';
import { rendererTarget } from './start/targets.ts';
import { ensureChromium, ensureSecretService } from './test/find-or-install.ts';
import { makeMemoryFolder } from './test/memory-folder.ts';
import type { Failure } from './test/reports.ts';
import { SECOND_TIER_UNIT_TAG, SHORT_FORM_TAG, taggedFiles } from './test/second-tier.ts';
import {
  checkStep,
  playwrightStep,
  runAndRead,
  vitestStep,
  type Step,
  type StepResult,
} from './test/steps.ts';

const PROJECT = resolve(import.meta.dirname, '..');

const CHECKS: readonly Step[] = [
  checkStep('format', PROJECT, ['node_modules/oxfmt/bin/oxfmt', '--check']),
  checkStep('lint and types', PROJECT, [
    'node_modules/oxlint/bin/oxlint',
    '--type-aware',
    '--type-check',
    '--deny-warnings',
  ]),
  checkStep('unused code', PROJECT, ['node_modules/knip/bin/knip.js']),
  checkStep('commits', PROJECT, ['scripts/test/commits.ts']),
];

const IS_ALL = process.argv.includes('--all');

/** Steps that run one after another, beside the other lanes of their group. */
type Lane = readonly Step[];

const SECOND_TIER: readonly Lane[] = [
  [
    vitestStep('second tier', PROJECT, ['--project', 'long']),
    inMemory(
      vitestStep(
        'second tier, tagged',
        PROJECT,
        [`--tagsFilter=${SECOND_TIER_UNIT_TAG}`],
        taggedFiles(PROJECT),
      ),
      'TMPDIR',
    ),
  ],
  [
    { title: 'install', run: runInstall },
    { title: 'package', run: runPackageCheck },
  ],
];

const GROUPS: readonly (readonly Lane[])[] = [
  [
    // before the unit tests, so that their folder in memory is not for them
    ...CHECKS.map((step) => [step]),
    [{ title: 'keychain', run: runKeychain }],
    [
      inMemory(
        vitestStep('unit', PROJECT, [
          '--project',
          'parts',
          '--project',
          'programs',
          '--project',
          'apart',
          `--tagsFilter=!${SECOND_TIER_UNIT_TAG}`,
        ]),
        'TMPDIR',
      ),
    ],
  ],
  ...(IS_ALL ? [SECOND_TIER] : []),
  // both tiers in one run, so that workers wait only once for a last test
  [[inMemory({ title: 'end to end', run: runEndToEnd }, 'GESSO_TEST_DATA')]],
  [[{ title: 'electron', run: runElectron }]],
];

/** @param variable for the folder in memory, to which a browser may have no access */
function inMemory({ title, run }: Step, variable: 'TMPDIR' | 'GESSO_TEST_DATA'): Step {
  return {
    title,
    async run() {
      const { [variable]: usual } = process.env;
      const folder = makeMemoryFolder();
      if (folder === undefined) return run();
      process.env[variable] = folder;
      try {
        return await run();
      } finally {
        if (usual === undefined) delete process.env[variable];
        else process.env[variable] = usual;
      }
    },
  };
}

async function runKeychain(): Promise<StepResult> {
  ensureSecretService();
  const { code, output } = await runAndRead(PROJECT, ['scripts/test-keychain.ts']);
  return countedFrom(output, code, /^Keychain test not run: (.*)$/mu);
}

async function runEndToEnd(): Promise<StepResult> {
  if (!ensureChromium(PROJECT)) {
    process.stdout.write('No Chromium or Chrome was found and none could be installed.\n');
    return { passed: 0, failed: 1 };
  }
  await buildIfChanged(PROJECT, rendererTarget());
  const tests = IS_ALL ? [`--grep-invert=${SHORT_FORM_TAG}`] : ['--project=first'];
  return playwrightStep('end to end', PROJECT, tests).run();
}

async function runPackageCheck(): Promise<StepResult> {
  const { code, output } = await runAndRead(PROJECT, ['scripts/package-check.ts']);
  return countedFrom(output, code, /^Package check not run: (.*)$/mu);
}

async function runInstall(): Promise<StepResult> {
  const { code, output } = await runAndRead(PROJECT, ['scripts/test-install.ts']);
  return countedFrom(output, code, /^Installation not run: (.*)$/mu);
}

async function runElectron(): Promise<StepResult> {
  const { code, output } = await runAndRead(PROJECT, ['scripts/test-electron.ts']);
  return countedFrom(output, code, /^Electron tests not run: (.*)$/mu);
}

function countedFrom(output: string, code: number, notRun: RegExp): StepResult {
  const reason = notRun.exec(output)?.[1];
  if (reason !== undefined) return { passed: 0, failed: 0, notRun: reason };
  const plain = stripVTControlCharacters(output);
  const count = (word: string) =>
    Math.max(
      0,
      ...[...plain.matchAll(new RegExp(`(\\d+) ${word}`, 'gu'))].map(([, n]) => Number(n)),
    );
  const result = { passed: count('passed'), failed: count('failed') };
  return code !== 0 && result.failed === 0 ? { ...result, failed: 1 } : result;
}

function name(title: string, failures: readonly Failure[]): void {
  for (const { file, title: test, message } of failures) {
    process.stdout.write(`\n${title}: ${file} › ${test}\n${message}\n`);
  }
}

async function main(args: readonly string[]): Promise<void> {
  const words = args.filter((arg) => !arg.startsWith('--'));
  const groups = args.includes('--check') ? [CHECKS.map((step) => [step])] : GROUPS;
  // every program that a test starts compiles the same files
  process.env['NODE_COMPILE_CACHE'] ??= resolve(PROJECT, 'node_modules', '.cache', 'compile');
  await mkdir(resolve(PROJECT, 'test-results'), { recursive: true });
  const isWanted = ({ title }: Step) =>
    words.length === 0 || words.some((word) => title.includes(word));
  const results: { readonly step: Step; readonly result: StepResult; readonly seconds: number }[] =
    [];
  for (const group of groups) {
    const lanes = group.map((lane) => lane.filter(isWanted));
    const steps = lanes.flat();
    if (steps.length === 0) continue;
    process.stdout.write(`\n— ${steps.map(({ title }) => title).join(', ')}\n`);
    await Promise.all(
      lanes.map(async (lane) => {
        for (const step of lane) {
          const started = performance.now();
          const result = await step.run();
          results.push({ step, result, seconds: (performance.now() - started) / 1000 });
        }
      }),
    );
  }
  const all = (pick: (result: StepResult) => readonly Failure[] | undefined) =>
    results.flatMap(({ result }) => pick(result) ?? []);
  name(
    'Failed',
    all(({ failures }) => failures),
  );
  name(
    'Unsteady: failed at first and passed alone',
    all(({ unsteady }) => unsteady),
  );
  process.stdout.write('\n');
  for (const { step, result, seconds } of results) {
    const what = result.notRun ?? `${result.passed} passed, ${result.failed} failed`;
    const prefix = result.notRun === undefined ? '' : 'not run: ';
    process.stdout.write(
      `${step.title.padEnd(19)} ${seconds.toFixed(0).padStart(4)} s  ${prefix}${what}\n`,
    );
  }
  const sum = (pick: (result: StepResult) => number) =>
    results.reduce((total, { result }) => total + pick(result), 0);
  const failed = sum(({ failed: count }) => count);
  process.exitCode = failed === 0 ? 0 : 1;
  process.stdout.write(`${sum(({ passed }) => passed)} passed, ${failed} failed\n`);
}

await main(process.argv.slice(2));
