/** The topic and the wish of a message, read from its words. */

/** The wish of a message, as far as its words tell. */
export type Wish = 'greeting' | 'how-to' | 'list' | 'draft' | 'code' | 'explanation';

/** The topic of an answer. */
export interface Topic {
  readonly wish: Wish;
  /** The message without its opening words and punctuation, such as `remove a sign from a photo`. */
  readonly phrase: string;
  /** Its telling words in lower case, the longest first. */
  readonly keywords: readonly string[];
  readonly length: 'short' | 'usual' | 'long';
}

/** Words that tell nothing about a topic. */
const SMALL_WORDS = new Set(
  `a about above after all also am an and any are as at be because been before between but by can
  could did do does each for from get give had has have he her here him his how i if in into is it
  its just like make me more most my need no not of on one only or other our out please s she should
  so some t tell than that the their them then there these they this to too up us use very was we
  well were what when where which who why will with would write you your explain describe list
  short long detail detailed brief briefly sentence sentences words word ideas idea name names something thing`.split(
    /\s+/u,
  ),
);

/** Opening words that tell the wish and not the topic; taken away again and again. */
const OPENINGS: readonly RegExp[] = [
  /^(?:hi|hello|hey|please|thanks|thank you|and|so|now|ok(?:ay)?|a|an|the|some|me|in)\b[\s,:]*/iu,
  /^(?:can|could|would|will|should|do) (?:you|i|we)\b\s*/iu,
  /^(?:i want to|i would like to|i need(?: to)?|help me(?: to)?)\b\s*/iu,
  /^(?:tell|give|show|write|draft|explain|describe|list|suggest|make|create)(?: to)?(?: me)?(?: more)?(?: about)?\b\s*/iu,
  /^(?:how (?:do|can|should|would|could) (?:i|you|we|one)|how to|how does|how)\b\s*/iu,
  /^(?:what(?:'s| is| are| was)?(?: the (?:best|right) way to)?|why (?:do|does|is|are|should)|why|when (?:do|should|is)|which|is it)\b\s*/iu,
  /^(?:\d+|one|two|three|a few|few|short|long|good|first)\s+(?=\S)/iu,
  /^(?:\p{L}+ )?(?:ideas?|names?|headlines?|slogans?|tips|examples?|poem|story|letter|captions?|text|paragraph|essay|email|words|sentences?) (?:for|about|of|on|from|to)\b\s*/iu,
];

const MOST = {
  /** Words of a topic's phrase. */
  phraseWords: 9,
  /** Keywords that are used. */
  keywords: 6,
  /** Words of a message that is only a greeting. */
  greetingWords: 4,
} as const;

/** Finds the topic of a message. */
export function readTopic(message: string, instructions: string): Topic {
  const firstLine = message.trim().split('\n', 1)[0] ?? '';
  const words = (message.toLowerCase().match(/[\p{L}\p{N}][\p{L}\p{M}\p{N}'-]*/gu) ?? []).slice(
    0,
    400,
  );
  const telling = [...new Set(words.filter((word) => word.length > 2 && !SMALL_WORDS.has(word)))];
  return {
    wish: readWish(message, words.length),
    phrase: phraseOf(firstLine),
    keywords: telling
      .sort((a, b) => b.length - a.length || (a < b ? -1 : 1))
      .slice(0, MOST.keywords),
    length: readLength(`${instructions}\n${message}`),
  };
}

function readWish(message: string, words: number): Wish {
  if (
    words <= MOST.greetingWords &&
    /^\s*(?:hi|hello|hey|good (?:morning|evening)|thanks?|thank you|test)\b/iu.test(message)
  ) {
    return 'greeting';
  }
  if (
    /\b(?:css|html|code|javascript|python|function|script|regex|json|formula)\b/iu.test(message)
  ) {
    return 'code';
  }
  if (
    /\b(?:ideas?|list|names?|suggest\w*|examples?|options|headlines?|slogans?|checklist|tips|\d+ ways)\b/iu.test(
      message,
    )
  ) {
    return 'list';
  }
  if (
    /\b(?:write|draft|story|poem|letter|caption|text|email|brief|paragraph|prompt)\b/iu.test(
      message,
    )
  ) {
    return 'draft';
  }
  return /\bhow (?:do|can|should|to|would|could)\b|\bsteps?\b|\bfix\b|\bremove\b/iu.test(message)
    ? 'how-to'
    : 'explanation';
}

function readLength(text: string): Topic['length'] {
  if (
    /\b(?:short|brief|briefly|concise|one sentence|two sentences|tersely|in a word)\b/iu.test(text)
  ) {
    return 'short';
  }
  return /\b(?:long|detailed|in detail|essay|thorough|at length|[1-9]\d{2,} words)\b/iu.test(text)
    ? 'long'
    : 'usual';
}

function phraseOf(line: string): string {
  let rest = line.trim();
  for (let before = ''; before !== rest;) {
    before = rest;
    for (const opening of OPENINGS) rest = rest.replace(opening, '');
  }
  const sentence = rest.split(/[.!?;:](?:\s|$)/u, 1)[0] ?? '';
  const words = sentence.split(/\s+/u).filter((word) => word !== '');
  const phrase = words
    .slice(0, MOST.phraseWords)
    .join(' ')
    .replace(/[\s,.!?]+$/u, '');
  return phrase === '' ? 'this' : phrase;
}
