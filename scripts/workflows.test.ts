/** Tests the workflows for GitHub, which nothing here can run. */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';

interface Workflow {
  readonly on: Readonly<Record<string, unknown>>;
  readonly permissions: Readonly<Record<string, string>>;
  readonly jobs: Readonly<
    Record<
      string,
      {
        readonly 'runs-on': string;
        readonly 'timeout-minutes': number;
        readonly needs?: string;
        readonly permissions?: Readonly<Record<string, string>>;
        readonly steps: readonly { readonly uses?: string; readonly run?: string }[];
      }
    >
  >;
}

const PROJECT = join(import.meta.dirname, '..');
const read = (path: string) => readFileSync(join(PROJECT, path), 'utf8');
const FILES = globSync('.github/workflows/*.yml', { cwd: PROJECT });
const { scripts } = JSON.parse(read('package.json')) as {
  readonly scripts: Readonly<Record<string, string>>;
};

describe.each(FILES)('the workflow %s', (path) => {
  const text = read(path);
  const workflow = parse(text, { strict: true, uniqueKeys: true }) as Workflow;
  const jobs = Object.entries(workflow.jobs);
  const steps = jobs.flatMap(([, job]) => job.steps);

  it('is valid for GitHub: triggers, jobs, steps that do one thing', () => {
    expect(Object.keys(workflow.on).length).toBeGreaterThan(0);
    for (const [name, job] of jobs) {
      expect(job['runs-on'], name).toMatch(/^(?:ubuntu|\$\{\{ matrix\.os \}\})/u);
      expect(job['timeout-minutes'], name).toBeGreaterThan(0);
      if (job.needs !== undefined) expect(workflow.jobs).toHaveProperty(job.needs);
      for (const step of job.steps) {
        expect([step.uses, step.run].filter((each) => each !== undefined)).toHaveLength(1);
      }
    }
  });

  it('has read-only rights, except for the one job that makes a release', () => {
    expect(workflow.permissions).toEqual({ contents: 'read' });
    const more = jobs.filter(([, job]) => job.permissions !== undefined);
    expect(more.map(([name]) => name)).toEqual(path.endsWith('release.yml') ? ['release'] : []);
    for (const [, { permissions, steps: ofJob }] of more) {
      expect(permissions).toEqual({ contents: 'write' });
      // what may write runs nothing of the repository
      expect(ofJob.some(({ uses }) => uses?.startsWith('actions/checkout@'))).toBe(false);
    }
  });

  it('pins every action by its hash, and names the version', () => {
    const used = steps.flatMap(({ uses }) => uses ?? []);
    expect(used.length).toBeGreaterThan(0);
    for (const action of used) expect(action).toMatch(/^actions\/[a-z-]+@[0-9a-f]{40}$/u);
    const named = [...text.matchAll(/uses: \S+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/gmu)];
    expect(named).toHaveLength(used.length);
  });

  it('runs commands that exist, and inserts no outside input into them', () => {
    for (const { run = '' } of steps) {
      for (const [, name = ''] of run.matchAll(/npm run ([\w:-]+)/gu)) {
        expect(scripts).toHaveProperty([name]);
      }
      expect(run).not.toContain('${{');
    }
  });
});

it('S33 the weekly workflow checks Electron’s age and known vulnerabilities', () => {
  const { jobs } = parse(read('.github/workflows/ci.yml')) as Workflow;
  expect(jobs['age']?.steps.flatMap(({ run }) => run ?? [])).toEqual([
    'npm ci',
    'npm audit --omit=dev --audit-level=high',
    'npm run check:electron',
  ]);
});
