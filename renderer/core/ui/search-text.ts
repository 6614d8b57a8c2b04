/** The text of a search field, debounced. */
import { useDebouncedValue } from '@mantine/hooks';
import { useState } from 'react';

/** A typing pause after which the search starts, ms. */
const SEARCH_DELAY = 200;

export type SearchText = ReturnType<typeof useSearchText>;

/** @param initial a previous search */
export function useSearchText(initial = '') {
  const [typed, type] = useState(initial);
  const [text, , { flush }] = useDebouncedValue(typed.trim(), SEARCH_DELAY);
  return {
    typed,
    /** `typed`, trimmed, once typing pauses or the field is left. */
    text,
    type,
    /**
     * Searches for the typed text at once, so that the list does not change just after a user acts on
     * it.
     */
    flush,
  };
}
