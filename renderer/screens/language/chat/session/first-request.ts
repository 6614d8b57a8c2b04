import type { LanguageRequest } from '../../../../../shared/contract/language.ts';
import type { ChatState } from './chat-store.ts';

export function firstRequest(
  { fresh, draft, pictures }: Pick<ChatState, 'fresh' | 'draft' | 'pictures'>,
  model: string,
): LanguageRequest {
  const { bestOf: _bestOf, ...parameters } = fresh.parameters;
  const { system } = fresh;
  return {
    kind: 'chat',
    model,
    ...parameters,
    messages: [
      ...(system.trim() === '' ? [] : [{ role: 'system' as const, content: system }]),
      { role: 'user', content: draft, ...(pictures.length > 0 && { pictures }) },
    ],
  };
}
