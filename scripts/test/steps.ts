/** One step of `npm test`: a tool, and its counts. */
import { spawn } from 'node:child_process';
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { readPlaywrightReport, readVitestReport, type Failure, type Report } from './reports.ts';

/** The result of a step. */
export interface StepResult {
  readonly passed: number;
  readonly failed: number;
  /** The reason why the step was not run; it counts neither way. */
  readonly notRun?: string;
  /** What failed, where the tool says so. */
  readonly failures?: readonly Failure[];
  /** What failed at first and passed when it was run again, alone. */
  readonly unsteady?: readonly Failure[];
}

/** Something that `npm test` runs. */
export interface Step {
  readonly title: string;
  run(): Promise<StepResult>;
}

/** A tool that only passes or fails: one check. Its output is shown at its end. */
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

/** At most this many failures are looked at again: more are no accident. */
const MOST_AGAIN = 3;

/**
 * Tests that Vitest runs, counted from its JSON report. The files of a few failures are run again, alone.
 *
 * @param args without the names of files
 * @param files those to run; all unless given
 * @param output of the tool: shown, or not
 */
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

/** Tests that Playwright runs, counted from its JSON report. A few failures are run again, alone. */
export function playwrightStep(
  title: string,
  project: string,
  args: readonly string[],
  output: ToolOutput = 'inherit',
): Step {
  const run = async (more: readonly string[]) => {
    const path = join(project, 'test-results', 'e2e.json');
    await rm(path, { force: true });
    // each test starts threads of the program: their code is compiled once for all
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
  /** Missing when the tool left none. */
  readonly report: Report | undefined;
}

/** Runs the tests; a few failures once more. Those that pass then are counted as passed, and named. */
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

/** The output of a tool: shown as its own, or not at all. */
export type ToolOutput = 'inherit' | 'ignore';

/**
 * Runs a script with this Node.
 *
 * @param environment variables in addition to those of this process
 */
export function runNode(
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

/** Runs a script and returns its output, which is shown too. */
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

function exitCode(child: ReturnType<typeof spawn>): Promise<number> {
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => resolve(code ?? 1));
  });
}

/** A runner that failed without counting a failure has failed all the same. */
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
    return undefined; // no report: the exit code decides
  }
  return read(JSON.parse(text));
}
