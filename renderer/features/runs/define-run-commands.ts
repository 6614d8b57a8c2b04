import { defineCommands } from '../../core/commands/define-commands.ts';

/**
 * The commands of a list of results, for `runCommands`.
 * @param noun of a result, such as "clip"
 * @param keys further keys for Next, and those for the ends of the list
 */
export function defineRunCommands(
  screen: string,
  { group, noun }: { readonly group: string; readonly noun: string },
  keys: { readonly next?: readonly string[]; readonly hasOtherEnds?: boolean } = {},
) {
  const ends = (key: string): readonly string[] => (keys.hasOtherEnds === true ? [] : [key]);
  const saved = 'export, download, batch, folder';
  return defineCommands(
    screen,
    { group },
    {
      saveAll: { title: `Save all ${noun}s…`, words: `${saved}, all` },
      selectAll: { title: `Select every ${noun}`, keys: ['Mod+A'], words: 'all' },
      saveSelected: { title: `Save selected ${noun}s…`, words: saved },
      next: {
        title: `Next ${noun}`,
        keys: ['ArrowDown', ...(keys.next ?? [])],
        isLocal: true,
      },
      previous: { title: `Previous ${noun}`, keys: ['ArrowUp'], isLocal: true },
      pageDown: { title: `A page of ${noun}s down`, keys: ['PageDown'], isLocal: true },
      pageUp: { title: `A page of ${noun}s up`, keys: ['PageUp'], isLocal: true },
      first: { title: `First ${noun}`, keys: ends('Home'), isLocal: true },
      last: { title: `Last ${noun}`, keys: ends('End'), isLocal: true },
      extendDown: {
        title: `Select down to the next ${noun}`,
        keys: ['Shift+ArrowDown'],
        isLocal: true,
      },
      extendUp: {
        title: `Select up to the previous ${noun}`,
        keys: ['Shift+ArrowUp'],
        isLocal: true,
      },
      remove: { title: `Remove ${noun}`, keys: ['Delete'], words: 'delete' },
    },
  );
}
