/** Finds commands by words: fuzzy, by synonyms, and the recently used ones first while nothing is typed. */
import Fuse from 'fuse.js';
import { canRun, type Command } from './commands.ts';

/** Commands below one heading. */
export interface CommandSection {
  readonly title: string;
  readonly commands: readonly Command[];
}

/** The heading of the commands that were run last. */
export const RECENT = 'Recently used';

/** How Fuse compares; 0 is a perfect match, 1 matches anything. */
const MATCHING = {
  keys: [
    { name: 'title', weight: 3 },
    { name: 'keywords', weight: 2 },
    { name: 'group', weight: 1 },
  ],
  threshold: 0.35,
  ignoreLocation: true,
  ignoreDiacritics: true,
  includeScore: true,
};

/**
 * @param query as it was typed
 * @param recentIds of commands that were run from the palette, the latest first
 * @returns without a query all commands by group, after the recent ones; with one a single section,
 *   the best match first. Commands that can run come before those that cannot: within a group, among
 *   equal matches, and groups without any come last
 */
export function findCommands(
  commands: readonly Command[],
  query: string,
  recentIds: readonly string[],
): readonly CommandSection[] {
  const unique = [...new Map(commands.map((command) => [command.id, command])).values()];
  if (query.trim() === '') return grouped(unique, recentIds);
  const found = matching(unique, query.trim().split(/\s+/u))
    .map(({ command, score }) => ({ command, rank: rankOf(command, score, recentIds) }))
    .sort((a, b) => a.rank - b.rank)
    .map(({ command }) => command);
  return found.length === 0 ? [] : [{ title: 'Commands', commands: found }];
}

/** Commands that have every one of these words, each with its mean score. */
function matching(commands: readonly Command[], words: readonly string[]) {
  const fuse = new Fuse(commands, MATCHING);
  const found = words.map(
    (word) => new Map(fuse.search(word).map(({ item, score = 1 }) => [item, score] as const)),
  );
  return commands.flatMap((command) => {
    const scores = found.flatMap((scoreOf) => scoreOf.get(command) ?? []);
    if (scores.length < words.length) return [];
    return { command, score: scores.reduce((sum, score) => sum + score, 0) / words.length };
  });
}

/** Among nearly equal matches, recently used commands and those that can run come first. */
function rankOf(command: Command, score: number, recentIds: readonly string[]): number {
  const isRecent = recentIds.includes(command.id);
  return score + (canRun(command) ? 0 : NUDGE) - (isRecent ? NUDGE : 0);
}

const NUDGE = 0.05;

function grouped(
  commands: readonly Command[],
  recentIds: readonly string[],
): readonly CommandSection[] {
  const recent = recentIds.flatMap((id) => commands.find((each) => each.id === id) ?? []);
  const groups = [...Map.groupBy(commands, ({ group }) => group)].map(([title, members]) => ({
    title,
    commands: runnableFirst(members, canRun),
  }));
  const sections = runnableFirst(groups, ({ commands: members }) => members.some(canRun));
  return recent.length === 0 ? sections : [{ title: RECENT, commands: recent }, ...sections];
}

/** The same in the same order, but those that cannot run last. */
function runnableFirst<Item>(
  items: readonly Item[],
  isRunnable: (item: Item) => boolean,
): readonly Item[] {
  return [...items.filter(isRunnable), ...items.filter((item) => !isRunnable(item))];
}

/** The ids after one more command was run. @param most how many are remembered */
export function withRecent(
  recentIds: readonly string[],
  id: string,
  most: number,
): readonly string[] {
  return [id, ...recentIds.filter((each) => each !== id)].slice(0, most);
}
