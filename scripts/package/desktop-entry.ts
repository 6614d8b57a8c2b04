/** A desktop may hand over nothing but the files to open. */
const FILES = '%U';

/** @param program that its `Exec` line starts, e.g. `AppRun` */
export function desktopEntryProblems(
  text: string,
  program: string,
  mediaTypes: readonly string[],
): readonly string[] {
  const problems: string[] = [];
  const started = valueOf(text, 'Exec');
  // SECURITY: S4 no switch at all: electron-builder would add --no-sandbox by itself.
  if (started !== `${program} ${FILES}`) problems.push(`it starts “${started}”`);
  const offered = valueOf(text, 'MimeType').split(';').filter(Boolean);
  if (offered.toSorted().join() !== mediaTypes.toSorted().join()) {
    problems.push(`it is offered for “${offered.join(', ')}”`);
  }
  return problems;
}

function valueOf(text: string, key: string): string {
  return new RegExp(`^${key}=(.*)$`, 'mu').exec(text)?.[1] ?? '';
}
