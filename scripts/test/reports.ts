import { relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { z } from 'zod';

export interface Failure {
  /** Relative to the project's folder. */
  readonly file: string;
  /** With the titles around it; empty for a whole file. */
  readonly title: string;
  readonly message: string;
}

export interface Report {
  readonly passed: number;
  readonly failed: number;
  readonly failures: readonly Failure[];
}

const vitestSchema = z.object({
  numPassedTests: z.int(),
  numFailedTests: z.int(),
  testResults: z.array(
    z.object({
      name: z.string(),
      status: z.string(),
      message: z.string().optional(),
      assertionResults: z.array(
        z.object({
          fullName: z.string(),
          status: z.string(),
          failureMessages: z.array(z.string()).nullish(),
        }),
      ),
    }),
  ),
});

/** @throws ZodError for another shape */
export function readVitestReport(json: unknown, project: string): Report {
  const report = vitestSchema.parse(json);
  const failures = report.testResults.flatMap(({ name, status, message, assertionResults }) => {
    const file = relative(project, name);
    const failed = assertionResults.filter((test) => test.status === 'failed');
    if (failed.length === 0 && status === 'failed') {
      return [{ file, title: '', message: firstLines(message ?? '') }];
    }
    return failed.map(({ fullName, failureMessages }) => ({
      file,
      title: fullName,
      message: firstLines(failureMessages?.[0] ?? ''),
    }));
  });
  return { passed: report.numPassedTests, failed: report.numFailedTests, failures };
}

const suiteSchema = z.object({
  title: z.string(),
  file: z.string().optional(),
  specs: z.array(
    z.object({
      title: z.string(),
      file: z.string(),
      ok: z.boolean(),
      tests: z.array(
        z.object({
          results: z.array(
            z.object({ error: z.object({ message: z.string().optional() }).optional() }),
          ),
        }),
      ),
    }),
  ),
  get suites() {
    return z.array(suiteSchema).optional();
  },
});
type Suite = z.infer<typeof suiteSchema>;

const playwrightSchema = z.object({
  stats: z.object({ expected: z.int(), flaky: z.int(), unexpected: z.int() }),
  suites: z.array(suiteSchema),
});

/** @throws ZodError for another shape */
export function readPlaywrightReport(json: unknown, folder: string): Report {
  const { stats, suites } = playwrightSchema.parse(json);
  const failures = suites.flatMap((suite) => failuresOf(suite, [], folder));
  return { passed: stats.expected + stats.flaky, failed: stats.unexpected, failures };
}

function failuresOf(suite: Suite, above: readonly string[], folder: string): readonly Failure[] {
  // the outermost suite is the file itself
  const titles = suite.title === suite.file ? above : [...above, suite.title];
  const own = suite.specs
    .filter(({ ok }) => !ok)
    .map(({ title, file, tests }) => ({
      file: `${folder}/${file}`,
      title: [...titles, title].join(' › '),
      message: firstLines(
        tests.flatMap(({ results }) => results).find(({ error }) => error !== undefined)?.error
          ?.message ?? '',
      ),
    }));
  return [...own, ...(suite.suites ?? []).flatMap((inner) => failuresOf(inner, titles, folder))];
}

const LINES = 12;

function firstLines(text: string): string {
  return stripVTControlCharacters(text).split('\n').slice(0, LINES).join('\n');
}
