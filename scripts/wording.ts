/** Finds the words that users read in source files, and phrases that they should not have to read. */

/** Phrases that read as translated, each with the better one. */
export const BANNED: readonly { readonly phrase: RegExp; readonly better: string }[] = [
  { phrase: /\bputs? away\b/iu, better: 'dismiss' },
  { phrase: /\bgiv(?:e|es|en|ing)(?: \w+){0,3} back\b/iu, better: 'restore' },
  { phrase: /\bfrom the store\b|\bstored (?:result|answer)s?\b/iu, better: 'saved result' },
  { phrase: /\bkept (?:from )?before\b|\b(?:is|are) kept\b/iu, better: 'saved' },
  { phrase: /\bpaid (?:for )?before\b/iu, better: 'already run, saved result' },
  { phrase: /\bas the system\b/iu, better: 'system' },
  { phrase: /\bin turn\b|\bby itself\b/iu, better: 'flicker, automatically' },
  { phrase: /\bflip\b/iu, better: 'swap sides' },
  { phrase: /\b(?:choose|chooses|choosing|chosen)\b/iu, better: 'select' },
  { phrase: /\btak(?:e|en|ing) (?:all|in|out)\b/iu, better: 'select all, open, subtract' },
  { phrase: /\bunder way\b/iu, better: 'running' },
  { phrase: /\b(?:is|are|was|were) (?:told|laid)\b/iu, better: 'the active voice' },
  { phrase: /\bnot known\b/iu, better: 'unknown' },
  { phrase: /\b(?:what|whatever|whoever)\b|\bthat which\b/iu, better: 'a noun' },
  { phrase: /\bcome to nothing\b|\bcame to nothing\b/iu, better: 'failed' },
  { phrase: /\bthe picture was\b/iu, better: 'the active voice; for the user’s photo, photo' },
  { phrase: /\bany more\b/iu, better: 'no longer' },
];

/** Phrases that leave the actor or the thing of a comment open, each with the better one. */
const VAGUE: typeof BANNED = [
  {
    phrase: /\bnobody(?:[’']s)?\b/iu,
    better: 'the actor by name, or “unknown”, “uncaught”, “unseen”',
  },
  { phrase: /\bso many\b/iu, better: 'the name of the number, e.g. “at most `limit` rows”' },
  { phrase: /\bany more\b/iu, better: 'no longer' },
  {
    phrase:
      /\b(?:is|are|was|were|be|been|not|each|once) told\b(?! apart)|^(?:@param \S+ )?told\b/iu,
    better: 'called, sent, reported, notified',
  },
];

const HEADLESS = /^What(?:ever)?\b|[.:] What(?:ever)?\b(?! if)|\b[Ww]hoever\b|\bthat which\b/u;

const COMMENT_OR_TEXT =
  /\/\*[\s\S]*?\*\/|\/\/[^\n]*|'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"|`(?:\\.|[^`\\])*`/gu;

/** Text between two tags. */
const JSX_TEXT =
  /(?<![=-])>([^<>{}=;'`]*[a-z][^<>{}=;'`]*)[<{]|\}([^<>{}=;'`]*[a-z][^<>{}=;'`]*)</gu;

/**
 * The texts of a source file that may reach a user: strings of several words or with a capital letter,
 * and the text in JSX. Comments, imports, ids and the parts of a template that are filled in are left out.
 *
 * @param hasJsx for `.tsx`; elsewhere the types between angle brackets would look like tags
 */
export function textsOf(source: string, hasJsx: boolean): readonly string[] {
  const code = source.replaceAll(/^(?:import|export) [^;]*? from '[^']*';$/gmu, '');
  const found = [...code.matchAll(COMMENT_OR_TEXT)].map(([text]) => text);
  const strings = found
    .filter((text) => !isComment(text))
    .map((text) => text.slice(1, -1).replaceAll(/\$\{[^}]*\}/gu, '…'));
  const markup = code.replaceAll(COMMENT_OR_TEXT, (text) => (isComment(text) ? '' : text));
  const inJsx = hasJsx
    ? [...markup.matchAll(JSX_TEXT)].map(([, first, second]) => first ?? second ?? '')
    : [];
  return [...strings, ...inJsx]
    .map((text) => text.replaceAll(/\s+/gu, ' ').trim())
    .filter((text) => text.includes(' ') || /^\p{Lu}/u.test(text));
}

/** The comments of a source file, each on one line and without its signs. */
export function commentsOf(source: string): readonly string[] {
  return [...source.matchAll(COMMENT_OR_TEXT)]
    .map(([text]) => text)
    .filter(isComment)
    .map((text) =>
      text
        .replaceAll(/^\/[/*]+|\s*\*\/$|\n\s*\*/gu, ' ')
        .replaceAll(/\s+/gu, ' ')
        .trim(),
    );
}

/** @returns each text with a banned phrase, and the better word */
export function badTexts(source: string, hasJsx: boolean): readonly string[] {
  return textsOf(source, hasJsx).flatMap((text) =>
    BANNED.filter(({ phrase }) => phrase.test(text)).map(({ better }) => `“${text}” → ${better}`),
  );
}

/** @returns each comment with a vague phrase, and the better word */
export function vagueComments(source: string): readonly string[] {
  return commentsOf(source).flatMap((text) =>
    VAGUE.filter(({ phrase }) => phrase.test(text)).map(({ better }) => `“${text}” → ${better}`),
  );
}

/** @returns comments with a clause that has no noun to stand on, e.g. "What is sent" */
export function headlessComments(source: string): readonly string[] {
  return commentsOf(source).filter((text) => HEADLESS.test(text));
}

function isComment(text: string): boolean {
  return text.startsWith('/');
}
