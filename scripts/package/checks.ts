export type Checks = ReturnType<typeof createChecks>;

export function createChecks(write: (line: string) => void) {
  let passed = 0;
  let failed = 0;
  return {
    /** Prints `ok` or `failed`. @param problem `undefined` or empty if there is none */
    report(name: string, problem: string | readonly string[] | undefined): void {
      const problems = typeof problem === 'string' ? [problem] : (problem ?? []);
      if (problems.length === 0) {
        passed += 1;
        write(`ok      ${name}`);
        return;
      }
      failed += 1;
      write(`failed  ${name}`);
      for (const line of problems.slice(0, 10)) write(`        ${line}`);
      if (problems.length > 10) write(`        and ${problems.length - 10} more`);
    },
    /** @returns the exit code */
    finish(): number {
      write(`${passed} passed, ${failed} failed`);
      return failed === 0 && passed > 0 ? 0 : 1;
    },
  };
}
