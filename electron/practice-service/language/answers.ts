import {
  ANSWERS,
  CONTINUATIONS,
  FIELDS,
  GENERAL,
  LANGUAGES,
  LISTS,
  NOT_LATIN,
  ONE_WORD,
  OTHER_FIELD,
  PICTURE,
  PRECISE,
  type Prepared,
  type PreparedList,
} from './prepared.ts';

const NUMBERS = 'one two three four five six seven eight nine ten eleven twelve'.split(' ');
const COUNT = new RegExp(`\\b(\\d{1,2}|${NUMBERS.join('|')})\\b`, 'iu');
const REQUEST =
  /^\s*(?:describe|write|list|name|give|suggest|summari[sz]e|find|plan|explain|answer|reply|return|what|how|why|which)\b[^\n]*[^\s,]$/iu;
const ABOUT_A_PICTURE = /\bthis (?:picture|photo|image)\b/iu;
/** Characters that are read: the first of a question, the last of a text. */
const MOST_READ = 2_000;

/** The most likely first. */
export function answersTo(
  message: string,
  { instructions = '', hasPicture = false } = {},
): readonly string[] {
  const question = message.slice(0, MOST_READ);
  const subject = subjectOf(question);
  const capital = subject.charAt(0).toUpperCase() + subject.slice(1);
  return textsFor(question, instructions.slice(0, MOST_READ), hasPicture).map((text) =>
    text.replaceAll('{subject}', subject).replaceAll('{Subject}', capital),
  );
}

function textsFor(question: string, instructions: string, hasPicture: boolean): readonly string[] {
  const all = `${instructions}\n${question}`;
  if (/\bjson\b/iu.test(all)) return [jsonFor(all)];
  if (/\b(?:one|a single) word\b/iu.test(all)) return [ONE_WORD];
  const options = /\b(?:answer|reply)(?: only)?(?: with)? (\p{L}+) or (\p{L}+)\b/iu.exec(all);
  if (options !== null) return [`‹${options[1]}|${options[2]}›`];
  const precise = matching([...LANGUAGES, ...PRECISE], question);
  if (precise !== undefined) return precise;
  const list = LISTS.find(([asks]) => asks.test(question));
  if (list !== undefined) return listTexts(list, question);
  if (hasPicture || ABOUT_A_PICTURE.test(question)) return PICTURE;
  const isOneSentence = /\b(?:one|a single) sentence\b/iu.test(all);
  const isShort = /\b(?:be|keep it) (?:brief|short)\b|\bbriefly\b|\bconcise/iu.test(all);
  const beginning = isOneSentence ? /^.*?[.!?](?=\s|$)/su : isShort ? /^.*?(?=\n\n|$)/su : /^.*$/su;
  const texts = matching(ANSWERS, question) ?? GENERAL;
  return texts.map((text) => beginning.exec(text)?.[0] ?? text);
}

function matching(prepared: readonly Prepared[], text: string): readonly string[] | undefined {
  return prepared.find(([asks]) => asks.test(text))?.slice(1) as readonly string[] | undefined;
}

/** Returns versions of a list in the requested length, each with other items in order. */
function listTexts([, length, intro, ...items]: PreparedList, message: string): readonly string[] {
  const before = message.split(/\b(?:for|of|about)\b/u, 1)[0] ?? '';
  const named = COUNT.exec(before)?.[1]?.toLowerCase() ?? '';
  const wanted = Number(named) || NUMBERS.indexOf(named) + 1 || length;
  const count = Math.min(items.length, wanted);
  return Array.from({ length: Math.ceil(items.length / count) + 1 }, (_none, version) => {
    const own = Array.from({ length: count }, (_item, at) => (version * count + at) % items.length);
    const texts = own.sort((a, b) => a - b).map((index) => items[index]);
    if (intro === '') return texts.join(', ');
    return `${intro}\n\n${texts.map((item, at) => `${at + 1}. ${item}`).join('\n')}`;
  });
}

function jsonFor(question: string): string {
  const quoted = [...question.matchAll(/"([\w-]+)"/gu)].map((match) => match[1] ?? '');
  const listed = /\b(?:fields?|keys?)\s+([\w, -]+)/iu.exec(question)?.[1]?.split(/,| and /u) ?? [];
  const names = [...quoted, ...listed.map((name) => name.trim())];
  const asked = new Set(names.filter((name) => /^[\w-]+$/u.test(name)));
  const fields = asked.size > 0 ? [...asked] : ['title', 'caption', 'keywords'];
  const lines = fields.map((name) => `  "${name}": ${FIELDS[name.toLowerCase()] ?? OTHER_FIELD}`);
  return `{\n${lines.join(',\n')}\n}`;
}

function subjectOf(message: string): string {
  const line =
    message
      .replaceAll(/[‹›|{}]/gu, '')
      .trim()
      .split('\n', 1)[0] ?? '';
  const found =
    /\b(?:photos?|pictures?|images?|series|set|portrait)\s+(?:of|about) (.+)/iu.exec(line) ??
    /\b(?:remove|describe|retouch|erase|photograph) (.+)/iu.exec(line) ??
    /\b(?:for|about|of|on) (.+)/iu.exec(line);
  const phrase = (found?.[1] ?? '').split(/[.!?;:](?:\s|$)| in (?:one|a|two|three) /u, 1)[0] ?? '';
  const words = phrase.split(/\s+/u).slice(0, 9).join(' ');
  return words.replace(/,$/u, '') || 'this';
}

export function continuationsOf(prompt: string): readonly string[] {
  const end = prompt.slice(-MOST_READ);
  const foreign = matching(LANGUAGES.slice(0, NOT_LATIN), end);
  if (foreign !== undefined) return foreign;
  if (REQUEST.test(end)) return answersTo(end).map((text) => `\n\n${text}`);
  const begun = /\d\. $/u.test(end) ? end : end.replace(/ +$/u, '');
  const field = FIELDS[/(\w+):$/u.exec(begun)?.[1]?.toLowerCase() ?? ''];
  const texts =
    field === undefined
      ? (matching(CONTINUATIONS, begun) ?? [])
      : [` ${field.replaceAll(/["[\]]/gu, '')}`];
  return /(?:^|\s)$/u.test(prompt) ? texts.map((text) => text.trimStart()) : texts;
}
