import type { DocumentEntry } from '../../../../../shared/contract/documents.ts';
import { firstCharacters } from '../../../../../shared/first-characters.ts';

export function documentTitle({ name, excerpt }: Pick<DocumentEntry, 'name' | 'excerpt'>): string {
  return name || firstCharacters(excerpt, 60) || 'Empty document';
}
