/** Checks subjects of commits that `origin/main` lacks; passes without it. */
import { execFileSync } from 'node:child_process';

export interface Commit {
  readonly subject: string;
  readonly body: string;
}

export function commitProblems(commits: readonly Commit[]): readonly string[] {
  return commits.flatMap(({ subject, body }) => {
    const problems = [
      subject.length > 72 && 'more than 72 characters',
      !/^\p{Lu}\p{Ll}+ /u.test(subject) && 'does not begin with a verb',
      subject.endsWith('.') && 'ends with a full stop',
      body.trim() === '' && 'has no body with the reason',
    ].filter((problem) => problem !== false);
    return problems.map((problem) => `“${subject}”: ${problem}`);
  });
}

function newCommits(): readonly Commit[] {
  try {
    const log = execFileSync('git', ['log', '--format=%s%x00%b%x01', 'origin/main..HEAD'], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    return log
      .split('\u0001')
      .map((entry) => entry.trimStart().split('\0'))
      .flatMap(([subject = '', body = '']) => (subject === '' ? [] : [{ subject, body }]));
  } catch {
    return [];
  }
}

if (import.meta.main) {
  const problems = commitProblems(newCommits());
  for (const problem of problems) process.stderr.write(`${problem}\n`);
  process.exitCode = problems.length === 0 ? 0 : 1;
}
