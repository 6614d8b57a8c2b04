const LONGEST = 60;

/** Characters that are examined: a message may have millions. */
const BEGINNING = 2_000;

/** @returns one line, cut between words if possible */
export function titleFromText(text: string): string {
  const line = text.trimStart().slice(0, BEGINNING).replaceAll(/\s+/gu, ' ').trim();
  const characters = Array.from(line);
  if (characters.length <= LONGEST) return line;
  const cut = characters.slice(0, LONGEST).join('');
  const space = cut.lastIndexOf(' ');
  return `${(space > LONGEST / 2 ? cut.slice(0, space) : cut).trimEnd()}…`;
}
