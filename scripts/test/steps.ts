import { spawn } from 'node:child_process';
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { exitCode } from '../package/run.ts';
import { readPlaywrightReport, readVitestReport, type Failure, type Report } from './reports.ts';

export interface StepResult {
  readonly passed: number;
  readonly failed: number;
  /** The reason; such a step counts neither way. */
  readonly notRun?: string;
  readonly failures?: readonly Failure[];
  /** Failed at first, and passed when run again, alone. */
  readonly unsteady?: readonly Failure[];
}

export interface Step {
  readonly title: string;
  run(): Promise<StepResult>;
}

export function checkStep(title: string, project: string, args: readonly string[]): Step {
  return {
    title,
    async run() {
      const child = spawn(process.execPath, args, { cwd: project });
      let output = '';
      for (const stream of [child.stdout, child.stderr]) {
        stream.setEncoding('utf8').on('data', (text: string) => {
          output += text;
        });
      }
      const code = await exitCode(child);
      process.stdout.write(output);
      return code === 0 ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 };
    },
  };
}

/** More failures than this are no accident, and not run again. */
const MOST_AGAIN = 3;

/** @param args without names of files @param files all unless given */
export function vitestStep(
  title: string,
  project: string,
  args: readonly string[],
  files: readonly string[] = [],
  output: ToolOutput = 'inherit',
): Step {
  const run = async (name: string, chosen: readonly string[]) => {
    const path = join(project, 'test-results', `${name.replaceAll(' ', '-')}.json`);
    await rm(path, { force: true });
    const runner = [
      'node_modules/vitest/vitest.mjs',
      'run',
      ...args,
      ...chosen,
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${path}`,
    ];
    const code = await runNode(project, runner, {}, output);
    return { code, report: await readReport(path, (json) => readVitestReport(json, project)) };
  };
  return {
    title,
    run: () =>
      withSecondLook(
        () => run(title, files),
        (failures) => run(`${title} again`, [...new Set(failures.map(({ file }) => file))]),
      ),
  };
}

export function playwrightStep(
  title: string,
  project: string,
  args: readonly string[],
  output: ToolOutput = 'inherit',
): Step {
  const run = async (more: readonly string[]) => {
    const path = join(project, 'test-results', 'e2e.json');
    await rm(path, { force: true });
    // tests start threads of the program, whose code is compiled once for all
    const cache = join(project, 'node_modules', '.cache', 'gesso', 'compiled');
    const code = await runNode(
      project,
      ['node_modules/playwright/cli.js', 'test', ...args, ...more],
      { NODE_COMPILE_CACHE: cache },
      output,
    );
    return { code, report: await readReport(path, (json) => readPlaywrightReport(json, 'e2e')) };
  };
  return {
    title,
    run: () =>
      withSecondLook(
        () => run([]),
        () => run(['--last-failed', '--workers=1']),
      ),
  };
}

interface Outcome {
  readonly code: number;
  /** Missing if the tool wrote none. */
  readonly report: Report | undefined;
}

/** Runs a few failures again; those that pass then count as passed, and are named. */
async function withSecondLook(
  first: () => Promise<Outcome>,
  again: (failures: readonly Failure[]) => Promise<Outcome>,
): Promise<StepResult> {
  const { code, report } = await first();
  const failures = report?.failures ?? [];
  if (report === undefined || failures.length === 0 || failures.length > MOST_AGAIN) {
    return atLeastOneFailure({ passed: 0, failed: 0, ...report }, code);
  }
  const second = await again(failures);
  if (second.code !== 0 || second.report === undefined || second.report.failed > 0) {
    return atLeastOneFailure(report, code);
  }
  return { passed: report.passed + report.failed, failed: 0, unsteady: failures };
}

export type ToolOutput = 'inherit' | 'ignore';

/** @param environment variables in addition to those of this process */
function runNode(
  project: string,
  args: readonly string[],
  environment: Readonly<Record<string, string>> = {},
  output: ToolOutput = 'inherit',
): Promise<number> {
  const child = spawn(process.execPath, args, {
    cwd: project,
    stdio: output,
    env: { ...process.env, ...environment },
  });
  return exitCode(child);
}

export async function runAndRead(
  project: string,
  args: readonly string[],
): Promise<{ readonly code: number; readonly output: string }> {
  const child = spawn(process.execPath, args, {
    cwd: project,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let output = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    output += text;
    process.stdout.write(text);
  });
  return { code: await exitCode(child), output };
}

/** Counts a failure if the runner failed without reporting one. */
function atLeastOneFailure(counted: StepResult, code: number): StepResult {
  return code !== 0 && counted.failed === 0 ? { ...counted, failed: 1 } : counted;
}

async function readReport(
  path: string,
  read: (json: unknown) => Report,
): Promise<Report | undefined> {
  let text: string;
  try {
    text = await readFile(path, 'utf8');
  } catch {
    return undefined; // without a report the exit code decides
  }
  return read(JSON.parse(text));
}
