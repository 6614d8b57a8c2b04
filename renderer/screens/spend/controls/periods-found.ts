import type { ComboboxItem, ComboboxParsedItem, ComboboxParsedItemGroup } from '@mantine/core';
import { SPEND_PRESETS } from '../../../../shared/contract/spend-view.ts';
import { PRESET_NAMES } from '../model/period.ts';

/** Entries of each group that are shown before anything is typed. */
const RECENT: ReadonlyMap<ComboboxParsedItemGroup['group'], number> = new Map([
  ['Months', 24],
  ['Quarters', 8],
  ['Years', 4],
]);

/**
 * @param options in the order of their groups, the latest first
 * @param typed empty for the recent periods
 */
export function periodsFound(
  options: readonly ComboboxParsedItem[],
  typed: string,
): ComboboxParsedItem[] {
  const words = typed.toLowerCase().split(/\s+/u).filter(Boolean);
  const fits = (item: ComboboxItem) => {
    const name = `${item.label} ${presetName(item.value)}`.toLowerCase();
    return words.every((word) => name.includes(word));
  };
  return options.flatMap((option): ComboboxParsedItem[] => {
    if (!('group' in option)) return fits(option) ? [option] : [];
    const items =
      words.length === 0
        ? option.items.slice(0, RECENT.get(option.group) ?? option.items.length)
        : option.items.filter(fits);
    return items.length === 0 ? [] : [{ ...option, items }];
  });
}

function presetName(value: string): string {
  const preset = SPEND_PRESETS.find((each) => each === value);
  return preset === undefined ? '' : PRESET_NAMES[preset];
}
