/** One step of `npm test`: a tool, and its counts. */
import { spawn } from 'node:child_process';
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';

/** The result of a step. */
export interface StepResult {
  readonly passed: number;
  readonly failed: number;
  /** The reason why the step was not run; it counts neither way. */
  readonly notRun?: string;
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

/** Tests that Vitest runs, counted from its JSON report. */
export function vitestStep(title: string, project: string, args: readonly string[]): Step {
  const report = join(project, 'test-results', `${title.replaceAll(' ', '-')}.json`);
  return {
    title,
    async run() {
      await rm(report, { force: true });
      const code = await runNode(project, [
        'node_modules/vitest/vitest.mjs',
        'run',
        ...args,
        '--reporter=default',
        '--reporter=json',
        `--outputFile.json=${report}`,
      ]);
      const counted = await readReport(report, (json) => ({
        passed: numberAt(json, 'numPassedTests'),
        failed: numberAt(json, 'numFailedTests'),
      }));
      return atLeastOneFailure(counted, code);
    },
  };
}

/** Tests that Playwright runs, counted from its JSON report. */
export function playwrightStep(title: string, project: string, args: readonly string[]): Step {
  const report = join(project, 'test-results', 'e2e.json');
  return {
    title,
    async run() {
      await rm(report, { force: true });
      // each test starts threads of the program: their code is compiled once for all
      const cache = join(project, 'node_modules', '.cache', 'gesso', 'compiled');
      const code = await runNode(project, ['node_modules/playwright/cli.js', 'test', ...args], {
        NODE_COMPILE_CACHE: cache,
      });
      const counted = await readReport(report, (json) => {
        const stats =
          typeof json === 'object' && json !== null && 'stats' in json ? json.stats : {};
        return {
          passed: numberAt(stats, 'expected') + numberAt(stats, 'flaky'),
          failed: numberAt(stats, 'unexpected'),
        };
      });
      return atLeastOneFailure(counted, code);
    },
  };
}

/**
 * Runs a script with this Node and shows its output.
 *
 * @param environment variables in addition to those of this process
 */
export function runNode(
  project: string,
  args: readonly string[],
  environment: Readonly<Record<string, string>> = {},
): Promise<number> {
  const child = spawn(process.execPath, args, {
    cwd: project,
    stdio: 'inherit',
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

async function readReport(path: string, count: (json: unknown) => StepResult): Promise<StepResult> {
  try {
    return count(JSON.parse(await readFile(path, 'utf8')));
  } catch {
    return { passed: 0, failed: 0 }; // no report: the exit code decides
  }
}

function numberAt(json: unknown, name: string): number {
  if (typeof json !== 'object' || json === null) return 0;
  const value: unknown = Reflect.get(json, name);
  return typeof value === 'number' ? value : 0;
}
