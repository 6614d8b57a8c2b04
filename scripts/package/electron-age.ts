const AGE = {
  /** Majors that Electron's makers support. */
  supportedMajors: 3,
  /** Days that a newer patch may wait. */
  patchDays: 30,
} as const;

/**
 * SECURITY: S33 one of the newest three majors, and no newer patch of it for more than thirty days.
 * @param times when each version was published, ISO 8601
 */
export function ageProblems(
  version: string,
  times: Readonly<Record<string, string>>,
  now: Date,
): readonly string[] {
  const releases = Object.entries(times).flatMap(([name, time]) => {
    const parts = /^(\d+)\.(\d+)\.(\d+)$/u.exec(name)?.slice(1).map(Number);
    return parts === undefined ? [] : [{ name, parts, at: Date.parse(time) }];
  });
  const shipped = releases.find(({ name }) => name === version);
  if (shipped === undefined) return [`There is no release ${version}.`];
  const [major = 0] = shipped.parts;
  const newest = Math.max(...releases.map(({ parts: [each = 0] }) => each));
  const problems: string[] = [];
  if (major <= newest - AGE.supportedMajors) {
    problems.push(`Version ${newest} is out: ${major} no longer gets fixes.`);
  }
  const overdue = releases.filter(
    ({ parts, at }) =>
      parts[0] === major &&
      isNewer(parts, shipped.parts) &&
      now.getTime() - at > AGE.patchDays * 86_400_000,
  );
  const [first] = overdue.toSorted((a, b) => a.at - b.at);
  if (first !== undefined) {
    problems.push(`${first.name} has been out for more than ${AGE.patchDays} days.`);
  }
  return problems;
}

function isNewer(version: readonly number[], than: readonly number[]): boolean {
  const index = version.findIndex((part, at) => part !== than[at]);
  return index >= 0 && (version[index] ?? 0) > (than[index] ?? 0);
}
