/**
 * Finds commands by whole words and prefixes; by words with typing errors only where nothing better
 * matches. Without a query, recently used commands come first.
 */
import { canRun, type Command } from '../../core/commands/commands.ts';
import { typingErrors } from './typing-errors.ts';

export interface FoundCommand extends Command {
  /** The title of its screen, unless that is current. */
  readonly elsewhere?: string;
}

interface CommandSection {
  readonly title: string;
  readonly commands: readonly FoundCommand[];
}

export const RECENT = 'Recently used';

/** What a word of the query costs by how it matches; 0 is best. */
const COST = {
  title: 0,
  titleBeginning: 0.12,
  keyword: 0.2,
  keywordBeginning: 0.35,
  group: 0.5,
  groupBeginning: 0.6,
  inside: 0.8,
  /** For each typing error. */
  typingError: 0.4,
  missing: 1,
} as const;

/** Small against the costs of words. */
const NUDGE = {
  /** For each word of the title beyond the query. */
  unasked: 0.02,
  /** For a command that cannot run. */
  obstacle: 0.05,
  recent: 0.05,
  /** For a command of another screen. */
  elsewhere: 0.1,
  /** Gained when the query is a complete keyword or title. */
  phrase: 0.15,
} as const;

/** Ignored if the query has other words. */
const EMPTY_WORDS = new Set(
  'a an and at can did do does for from how i in is it me my of on please the this to why with'.split(
    ' ',
  ),
);

/** Words of a query that count: a text pasted by mistake has thousands. */
const MOST_WORDS = 20;

/** Letters that a word needs to match inside another. */
const INSIDE = 4;

/**
 * @param query as typed
 * @returns without a query, recent commands and then those of the current screen by group;
 * otherwise one section, best match first. Commands that can run come first within a group and
 * among equal matches; groups without any come last
 */
export function findCommands(
  commands: readonly FoundCommand[],
  query: string,
  recentIds: readonly string[],
): readonly CommandSection[] {
  const unique = [...new Map(commands.map((command) => [command.id, command])).values()];
  if (query.trim() === '') return grouped(unique, recentIds);
  const found = matching(unique, query)
    .map(({ command, cost }) => ({ command, rank: cost + nudgeOf(command, recentIds) }))
    .sort((a, b) => a.rank - b.rank)
    .map(({ command }) => command);
  return found.length === 0 ? [] : [{ title: 'Commands', commands: found }];
}

interface Match {
  readonly command: FoundCommand;
  readonly cost: number;
}

/** Commands that match every word of the query; otherwise those that nearly do, or match some. */
function matching(commands: readonly FoundCommand[], query: string): readonly Match[] {
  const all = wordsOf(query);
  const said = all.filter((word) => !EMPTY_WORDS.has(word));
  const words = (said.length === 0 ? all : said).slice(0, MOST_WORDS);
  const ways = [
    () => havingWords(commands, words, words.length),
    () => havingWords(commands, words, words.length, costWithErrors),
    () => havingSomeWords(commands, words),
  ];
  for (const way of ways) {
    const found = way();
    if (found.length > 0) return found;
  }
  return [];
}

function havingWords(
  commands: readonly FoundCommand[],
  words: readonly string[],
  least: number,
  costOfOne: typeof costOfWord = costOfWord,
): readonly Match[] {
  return commands.flatMap((command): readonly Match[] => {
    const cost = costOf(command, words, least, costOfOne);
    return cost === undefined ? [] : [{ command, cost }];
  });
}

/** Commands that match half of the words; rare words count more. */
function havingSomeWords(
  commands: readonly FoundCommand[],
  words: readonly string[],
): readonly Match[] {
  const found = havingWords(commands, words, Math.ceil(words.length / 2));
  const rarity = new Map(
    words.map((word) => [word, 1 / found.filter((match) => hasWord(match.command, word)).length]),
  );
  return found.map(({ command, cost }) => {
    const most = Math.max(
      ...words.map((word) => (hasWord(command, word) ? (rarity.get(word) ?? 0) : 0)),
    );
    return { command, cost: cost + COST.missing * (1 - most) };
  });
}

function hasWord(command: FoundCommand, word: string): boolean {
  return costOf(command, [word], 1, costOfWord) !== undefined;
}

/** @returns the mean cost of the words; `undefined` when fewer than `least` match */
function costOf(
  command: FoundCommand,
  words: readonly string[],
  least: number,
  costOfOne: typeof costOfWord,
): number | undefined {
  const title = wordsOf(command.title);
  const phrases = (command.keywords ?? []).map(wordsOf);
  const keywords = phrases.flat();
  const group = wordsOf(`${command.group} ${command.elsewhere ?? ''}`);
  let sum = 0;
  let count = 0;
  for (const word of words) {
    const cost = costOfOne(word, title, keywords, group);
    if (cost !== undefined) count += 1;
    sum += cost ?? COST.missing;
  }
  if (count < least) return undefined;
  const asked = words.join(' ');
  const isPhrase =
    title.join(' ') === asked || phrases.some((phrase) => phrase.join(' ') === asked);
  const unasked = title.filter((word) => !words.includes(word)).length;
  return sum / words.length + NUDGE.unasked * unasked - (isPhrase ? NUDGE.phrase : 0);
}

function costOfWord(
  word: string,
  title: readonly string[],
  keywords: readonly string[],
  group: readonly string[],
): number | undefined {
  const begins = (each: string): boolean => each.startsWith(word);
  if (title.includes(word)) return COST.title;
  if (title.some(begins)) return COST.titleBeginning;
  if (keywords.includes(word)) return COST.keyword;
  if (keywords.some(begins)) return COST.keywordBeginning;
  if (group.includes(word)) return COST.group;
  if (group.some(begins)) return COST.groupBeginning;
  if (word.length < INSIDE) return undefined;
  return [...title, ...keywords].some((each) => each.includes(word)) ? COST.inside : undefined;
}

const costWithErrors: typeof costOfWord = (word, title, keywords, group) => {
  const cost = costOfWord(word, title, keywords, group);
  if (cost !== undefined) return cost;
  const errors = [...title, ...keywords].flatMap((each) => typingErrors(word, each) ?? []);
  return errors.length === 0 ? undefined : COST.typingError * Math.min(...errors);
};

/** Lower-case words without accents, and plurals as singulars. */
function wordsOf(text: string): readonly string[] {
  return text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .split(/[^\p{L}\p{N}%:]+/u)
    .filter((word) => word !== '' && word !== ':')
    .map((word) => word.replace(/:$/u, ''))
    .map((word) => (word.length > 3 && /[^s]s$/u.test(word) ? word.slice(0, -1) : word));
}

/**
 * Prefers, among nearly equal matches, the current screen, recent commands and those that can run.
 */
function nudgeOf(command: FoundCommand, recentIds: readonly string[]): number {
  return (
    (canRun(command) ? 0 : NUDGE.obstacle) +
    (command.elsewhere === undefined ? 0 : NUDGE.elsewhere) -
    (recentIds.includes(command.id) ? NUDGE.recent : 0)
  );
}

function grouped(
  commands: readonly FoundCommand[],
  recentIds: readonly string[],
): readonly CommandSection[] {
  const recent = recentIds.flatMap((id) => commands.find((each) => each.id === id) ?? []);
  const here = commands.filter(({ elsewhere }) => elsewhere === undefined);
  const groups = [...Map.groupBy(here, ({ group }) => group)].map(([title, members]) => ({
    title,
    commands: runnableFirst(members, canRun),
  }));
  const sections = runnableFirst(groups, ({ commands: members }) => members.some(canRun));
  return recent.length === 0 ? sections : [{ title: RECENT, commands: recent }, ...sections];
}

function runnableFirst<Item>(
  items: readonly Item[],
  isRunnable: (item: Item) => boolean,
): readonly Item[] {
  return [...items.filter(isRunnable), ...items.filter((item) => !isRunnable(item))];
}

/** @param most how many are remembered */
export function withRecent(
  recentIds: readonly string[],
  id: string,
  most: number,
): readonly string[] {
  return [id, ...recentIds.filter((each) => each !== id)].slice(0, most);
}
