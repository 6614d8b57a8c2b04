/** The topic and the wish of a message, read from its words. */

/** The wish of a message, by words that tell it; the first that fits. */
const WISHES = [
  ['code', /\b(?:css|html|code|javascript|python|function|script|regex|json|formula)\b/iu],
  [
    'list',
    /\b(?:ideas?|list|names?|suggest\w*|examples?|options|headlines?|slogans?|checklist|tips|\d+ ways)\b/iu,
  ],
  ['draft', /\b(?:write|draft|story|poem|letter|caption|text|email|brief|paragraph|prompt)\b/iu],
  ['how-to', /\bhow (?:do|can|should|to|would|could)\b|\bsteps?\b|\bfix\b|\bremove\b/iu],
  ['explanation', /^/u],
] as const;

/** The topic of an answer. */
export interface Topic {
  readonly wish: 'greeting' | (typeof WISHES)[number][0];
  /** The message without its opening words and punctuation, such as `remove a sign from a photo`. */
  readonly phrase: string;
  /** Its telling words in lower case, the longest first. */
  readonly keywords: readonly string[];
  readonly length: 'short' | 'usual' | 'long';
}

const GREETING =
  /^\s*(?:hi|hello|hey|good (?:morning|evening)|thanks?|thank you|test)\b(?:\W+\w+){0,3}\W*$/iu;
const SHORT = /\b(?:short|brief|briefly|concise|one sentence|two sentences|tersely|in a word)\b/iu;
const LONG = /\b(?:long|detailed|in detail|essay|thorough|at length|[1-9]\d{2,5} words)\b/iu;

/** Words that tell nothing about a topic. */
const SMALL_WORDS = new Set(
  `about above after all also and any are because been before between but can could did does each
  for from get give had has have her here him his how into its just like make more most need not one
  only other our out please she should some tell than that the their them then there these they this
  too use very was well were what when where which who why will with would write you your explain
  describe list short long detail detailed brief briefly sentence sentences words word ideas idea
  name names something thing`.split(/\s+/u),
);

/** Opening words that tell the wish and not the topic; taken away again and again. */
const OPENING = new RegExp(
  [
    /(?:hi|hello|hey|please|thanks|thank you|and|so|now|ok(?:ay)?|a|an|the|some|me|in)\b[\s,:]*/u,
    /(?:can|could|would|will|should|do) (?:you|i|we)\b\s*/u,
    /(?:i want to|i would like to|i need(?: to)?|help me(?: to)?)\b\s*/u,
    /(?:tell|give|show|write|draft|explain|describe|list|suggest|make|create)(?: to)?(?: me)?(?: more)?(?: about)?\b\s*/u,
    /(?:how (?:do|can|should|would|could) (?:i|you|we|one)|how to|how does|how)\b\s*/u,
    /(?:what(?:'s| is| are| was)?(?: the (?:best|right) way to)?|why (?:do|does|is|are|should)|why|when (?:do|should|is)|which|is it)\b\s*/u,
    /(?:\d+|one|two|three|a few|few|short|long|good|first)\s+(?=\S)/u,
    /(?:\p{L}+ )?(?:ideas?|names?|headlines?|slogans?|tips|examples?|poem|story|letter|captions?|text|paragraph|essay|email|words|sentences?) (?:for|about|of|on|from|to)\b\s*/u,
  ]
    .map(({ source }) => `^${source}`)
    .join('|'),
  'iu',
);

const MOST = {
  /** Words of a message that are looked at. */
  words: 400,
  /** Words of a topic's phrase. */
  phraseWords: 9,
  /** Keywords that are used. */
  keywords: 6,
} as const;

/** Finds the topic of a message. */
export function readTopic(message: string, instructions: string): Topic {
  const words = message.toLowerCase().match(/[\p{L}\p{N}][\p{L}\p{M}\p{N}'-]*/gu) ?? [];
  const telling = words
    .slice(0, MOST.words)
    .filter((word) => word.length > 2 && !SMALL_WORDS.has(word));
  const all = `${instructions}\n${message}`;
  return {
    wish: GREETING.test(message)
      ? 'greeting'
      : (WISHES.find(([, sign]) => sign.test(message))?.[0] ?? 'explanation'),
    phrase: phraseOf(message.trim().split('\n', 1)[0] ?? ''),
    keywords: [...new Set(telling)]
      .sort((a, b) => b.length - a.length || (a < b ? -1 : 1))
      .slice(0, MOST.keywords),
    length: SHORT.test(all) ? 'short' : LONG.test(all) ? 'long' : 'usual',
  };
}

function phraseOf(line: string): string {
  let rest = line;
  while (OPENING.test(rest)) rest = rest.replace(OPENING, '');
  const sentence = rest.split(/[.!?;:](?:\s|$)/u, 1)[0] ?? '';
  const words = sentence.trim().split(/\s+/u).slice(0, MOST.phraseWords);
  return words.join(' ').replace(/[\s,.!?]+$/u, '') || 'this';
}
