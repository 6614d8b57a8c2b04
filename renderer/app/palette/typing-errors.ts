/** Finds typing errors: a missing, additional or different letter, or two swapped ones. */

/** Letters that a typed word needs for one error, and for two. */
const ONE_ERROR = 4;
const TWO_ERRORS = 8;

/**
 * @param typed a word in lower case
 * @returns the errors between `word`, or its beginning, and the typed word; `undefined` for too
 * many errors for its length or a different first letter, as that is another word
 */
export function typingErrors(typed: string, word: string): number | undefined {
  if (typed.length < ONE_ERROR || typed[0] !== word[0]) return undefined;
  const most = typed.length >= TWO_ERRORS ? 2 : 1;
  if (word.length < typed.length - most) return undefined;
  const distances = distancesToBeginnings(typed, word);
  const whole = distances.at(-1) ?? most + 1;
  // prefixes count once enough was typed
  const beginning = typed.length > ONE_ERROR + 1 ? Math.min(...distances.slice(2)) : whole;
  const least = Math.min(whole, beginning);
  return least <= most ? least : undefined;
}

/** The distance between the typed word and each prefix of a word, by length. */
function distancesToBeginnings(typed: string, word: string): readonly number[] {
  const rows = [Array.from({ length: word.length + 1 }, (_, column) => column)];
  for (let row = 1; row <= typed.length; row += 1) {
    const line = [row];
    for (let column = 1; column <= word.length; column += 1) {
      const isSame = typed[row - 1] === word[column - 1];
      const isSwapped =
        row > 1 &&
        column > 1 &&
        typed[row - 1] === word[column - 2] &&
        typed[row - 2] === word[column - 1];
      line.push(
        Math.min(
          (rows[row - 1]?.[column] ?? 0) + 1,
          (line[column - 1] ?? 0) + 1,
          (rows[row - 1]?.[column - 1] ?? 0) + (isSame ? 0 : 1),
          isSwapped ? (rows[row - 2]?.[column - 2] ?? 0) + 1 : Infinity,
        ),
      );
    }
    rows.push(line);
  }
  return rows.at(-1) ?? [];
}
