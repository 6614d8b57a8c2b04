import { KEY_LIMITS, type KeyBindings } from '../../../shared/contract/keys.ts';
import { keyIdOf } from '../../core/commands/key-bindings.ts';
import { normalShortcut } from '../../core/commands/shortcut.ts';

export interface KeyCommand {
  readonly id: string;
  readonly title: string;
  readonly group: string;
  /** The id under which its keys are stored, unless that is its own. */
  readonly keyId?: string | undefined;
  /** Missing for commands of every screen. */
  readonly screenId?: string | undefined;
  readonly defaults: readonly string[];
}

export interface KeyRow extends KeyCommand {
  readonly keys: readonly string[];
  readonly isOwn: boolean;
  /** Titles of other commands with one of its keys on the same screen, if the user caused that. */
  readonly conflicts: readonly string[];
}

/** @param commands those of one screen together; each is listed once */
export function keyRows(commands: readonly KeyCommand[], bindings: KeyBindings): readonly KeyRow[] {
  const unique = new Map<string, KeyCommand>();
  for (const command of commands) {
    const id = keyIdOf(command);
    if (!unique.has(id)) unique.set(id, { ...command, id });
  }
  const rows = [...unique.values()].map((command) => {
    const own = bindings[command.id];
    return { ...command, keys: own ?? command.defaults, isOwn: own !== undefined };
  });
  const byKey = new Map<string, (typeof rows)[number][]>();
  for (const row of rows) {
    for (const key of row.keys.map(normalShortcut)) {
      byKey.set(key, [...(byKey.get(key) ?? []), row]);
    }
  }
  return rows.map((row) => ({
    ...row,
    conflicts: row.keys
      .map(normalShortcut)
      .flatMap((key) =>
        (byKey.get(key) ?? [])
          .filter(
            (other) =>
              other !== row &&
              !(hasByDefault(row, key) && hasByDefault(other, key)) &&
              areTogether(row, other),
          )
          .map(({ title }) => title),
      ),
  }));
}

function hasByDefault({ defaults }: KeyCommand, key: string): boolean {
  return defaults.map(normalShortcut).includes(key);
}

/** Commands that would react to this key on the row's screen. */
export function usersOf(rows: readonly KeyRow[], row: KeyRow, shortcut: string): readonly KeyRow[] {
  const wanted = normalShortcut(shortcut);
  return rows.filter(
    (other) =>
      other.id !== row.id &&
      areTogether(row, other) &&
      other.keys.map(normalShortcut).includes(wanted),
  );
}

/** Whether they share a screen. */
function areTogether(one: KeyCommand, other: KeyCommand): boolean {
  const [first, second] = [one.screenId, other.screenId];
  return first === undefined || second === undefined || first === second;
}

/** Adds a key; the oldest one goes where there are too many. */
export function withKey(bindings: KeyBindings, row: KeyRow, shortcut: string): KeyBindings {
  const wanted = normalShortcut(shortcut);
  const others = row.keys.filter((key) => normalShortcut(key) !== wanted);
  return { ...bindings, [row.id]: [shortcut, ...others].slice(0, KEY_LIMITS.keys) };
}

export function withoutKey(bindings: KeyBindings, row: KeyRow, shortcut: string): KeyBindings {
  const gone = normalShortcut(shortcut);
  return { ...bindings, [row.id]: row.keys.filter((key) => normalShortcut(key) !== gone) };
}

export function withDefaults(bindings: KeyBindings, row: KeyRow): KeyBindings {
  return Object.fromEntries(Object.entries(bindings).filter(([id]) => id !== row.id));
}

/** @param words of titles and groups @param shortcut shows only rows that have it */
export function foundRows(
  rows: readonly KeyRow[],
  words: string,
  shortcut: string | undefined,
): readonly KeyRow[] {
  const wanted = words
    .toLowerCase()
    .split(/\s+/u)
    .filter((word) => word !== '');
  const key = shortcut === undefined ? undefined : normalShortcut(shortcut);
  return rows.filter((row) => {
    const text = `${row.title} ${row.group}`.toLowerCase();
    if (!wanted.every((word) => text.includes(word))) return false;
    return key === undefined || row.keys.map(normalShortcut).includes(key);
  });
}

/**
 * Undoes a replacement of all keys.
 * @param now may differ from the replacement: what was changed since then stays
 */
export function withoutReplacement(
  now: KeyBindings,
  { before, replacement }: { readonly before: KeyBindings; readonly replacement: KeyBindings },
): KeyBindings {
  const isSame = (id: string): boolean =>
    JSON.stringify(now[id]) === JSON.stringify(replacement[id]);
  const kept = Object.entries(now).filter(([id]) => !isSame(id));
  const restored = Object.entries(before).filter(([id]) => isSame(id));
  return Object.fromEntries([...restored, ...kept]);
}
