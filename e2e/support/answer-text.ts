/**
 * The text of a long answer for tests and benchmarks: headings, paragraphs, lists, code, tables and
 * quotes, the same each time.
 */

/** Characters and pieces of the usual text. */
export const ANSWER_TEXT = { characters: 20_600, pieces: 6_000 } as const;

/** @param beginning put before everything else */
export function answerText(characters: number = ANSWER_TEXT.characters, beginning = ''): string {
  const parts = [beginning];
  let length = beginning.length;
  for (let number = 0; length < characters; number++) {
    const next = part(number);
    parts.push(next);
    length += next.length;
  }
  return parts.join('').slice(0, characters);
}

/** A long answer with many lines of code and many formulas. */
export function technicalText(characters: number): string {
  let formulas = 0;
  const parts: string[] = [];
  let length = 0;
  for (let number = 0; length < characters; number++) {
    const wantsFormula = formulas < 200 && number % 2 === 0;
    if (wantsFormula) formulas += 2;
    const next = wantsFormula
      ? `${part(number)}The ratio is $r_{${number}} = \\frac{a_${number % 9}}{b + ${number}}$, so\n\n$$\nx_{${number}} = \\sqrt{a^2 + ${number}b^2}\n$$\n\n`
      : part(number);
    parts.push(next);
    length += next.length;
  }
  return parts.join('').slice(0, characters);
}

/** A text cut into pieces of nearly the same length. */
export function piecesOf(text: string, count: number): readonly string[] {
  return Array.from({ length: count }, (_piece, index) =>
    text.slice(
      Math.round((index * text.length) / count),
      Math.round(((index + 1) * text.length) / count),
    ),
  );
}

const WORDS =
  'light falls from the left across a quiet table while warm colours hold the eye near the centre of the poster and a narrow margin keeps the letters apart from every edge that the printer will trim'.split(
    ' ',
  );

/** Returns a different sentence for each number. */
function sentence(seed: number, length = 12): string {
  const words = Array.from(
    { length },
    (_word, at) => WORDS[(seed * 7 + at * 5) % WORDS.length] ?? '',
  );
  words[2] = `**${words[2]}**`;
  words[5] = `\`${words[5]}\``;
  const text = words.join(' ');
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
}

/** Returns a section in the style of a model's answer. */
function part(number: number): string {
  const text = (offset: number, length?: number) => sentence(number * 13 + offset, length);
  switch (number % 6) {
    case 0:
      return `## Part ${number}: margins and light\n\n${text(1)} ${text(2)} ${text(3)}\n\n`;
    case 1:
      return [0, 1, 2, 3].map((item) => `- ${text(item, 8)}\n`).join('') + '\n';
    case 2:
      return `\`\`\`ts\n${[0, 1, 2, 3, 4, 5]
        .map((line) => `const margin${number}_${line} = width * ${line}.5; // ${WORDS[line]}\n`)
        .join('')}\`\`\`\n\n`;
    case 3:
      return `| Colour | Hex | Use |\n|---|---|---|\n${[0, 1, 2, 3]
        .map(
          (row) =>
            `| ${WORDS[(number + row) % WORDS.length]} | #${(number * 999 + row).toString(16)} | ${text(row, 6)} |\n`,
        )
        .join('')}\n`;
    case 4:
      return `> ${text(1)}\n> ${text(2)}\n\n`;
    default:
      return `${[1, 2, 3].map((item) => `${item}. ${text(item, 7)}\n`).join('')}\n${text(9)} ${text(10)}\n\n`;
  }
}
