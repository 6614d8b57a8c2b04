/** The text of a search field: what is typed, and what the list is searched for. */
import { useDebouncedValue } from '@mantine/hooks';
import { useState } from 'react';

/** Typing pauses of this length are searched for, ms. */
const SEARCH_DELAY = 200;

export interface SearchText {
  readonly typed: string;
  /** The search: `typed` without blanks around it, once typing pauses or the field is left. */
  readonly text: string;
  readonly type: (text: string) => void;
  /** Searches at once for the typed text, so that the list does not change a moment after a user acts on it. */
  readonly settle: () => void;
}

/** @param initial the text of a field that was left before */
export function useSearchText(initial = ''): SearchText {
  const [typed, type] = useState(initial);
  const [text, , { flush }] = useDebouncedValue(typed.trim(), SEARCH_DELAY);
  return { typed, text, type, settle: flush };
}
