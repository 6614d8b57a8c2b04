/**
 * Commands as their screen writes them, each once, in a table that imports nothing of the screen:
 * palette and shortcut editor also read those of screens that were never opened.
 */
import type { Command, CommandInfo } from './commands.ts';

interface CommandRow {
  readonly title: string;
  readonly keys?: readonly string[];
  /** Further words and phrases that find it in the palette, separated by commas. */
  readonly words?: string;
  /** Other than that of the table. */
  readonly group?: string;
  /** What the screen needs to have it, such as "Open a clip first". */
  readonly needs?: string;
  /** The command in whose place it stands at times, and whose keys it has. */
  readonly insteadOf?: string;
  /** Of no use from another screen, so that the palette shows it on its own alone. */
  readonly isLocal?: boolean;
}

/**
 * @param prefix of the ids, which are stored: keys and recent commands of users name them
 * @param common holds for each row
 */
export function defineCommands<Name extends string>(
  prefix: string,
  common: Pick<CommandInfo, 'group' | 'needs' | 'firstId'>,
  rows: Readonly<Record<Name, CommandRow>>,
): CommandTable<Name> {
  const define = ([name, row]: [string, CommandRow]): [string, CommandInfo] => {
    const { keys = [], words = '', insteadOf, ...more } = row;
    const info = {
      ...common,
      ...more,
      id: `${prefix}.${name}`,
      shortcuts: keys,
      keywords: words === '' ? [] : words.split(', '),
    };
    return [name, insteadOf === undefined ? info : { ...info, keyId: `${prefix}.${insteadOf}` }];
  };
  // oxlint-disable-next-line no-unsafe-type-assertion -- the keys are those of the rows
  return Object.fromEntries(
    Object.entries<CommandRow>(rows).map(define),
  ) as unknown as CommandTable<Name>;
}

export type CommandTable<Name extends string = string> = Readonly<Record<Name, CommandInfo>>;

/** What a command does; a function alone can always run. */
export type Behaviour<Obstacle = () => string | undefined> =
  | (() => void)
  | {
      readonly run: () => void;
      readonly obstacle?: Obstacle;
      /** The current one, where it changes. */
      readonly title?: string;
    };

/** @param behaviours `undefined` for a command that the screen does not have now */
export function bindCommands<Name extends string>(
  table: CommandTable<Name>,
  behaviours: Readonly<Record<NoInfer<Name>, Behaviour | undefined>>,
): readonly Command[] {
  return Object.entries<CommandInfo>(table).flatMap(([name, info]) => {
    // oxlint-disable-next-line no-unsafe-type-assertion -- both have the same keys
    const behaviour: Behaviour | undefined = behaviours[name as Name];
    if (behaviour === undefined) return [];
    if (typeof behaviour === 'function') return [{ ...info, run: behaviour }];
    const { run, obstacle } = behaviour;
    return [
      {
        ...info,
        get title() {
          return behaviour.title ?? info.title;
        },
        ...(obstacle !== undefined && { obstacle }),
        run,
      },
    ];
  });
}
