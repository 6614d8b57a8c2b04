import type { Message, PlainMessage } from '../../../../../shared/contract/conversations.ts';

/** @returns `undefined` without siblings */
export function branchPosition({ id, siblings }: Pick<Message, 'id' | 'siblings'>) {
  if (siblings.length < 2) return undefined;
  const index = siblings.findIndex((sibling) => sibling.id === id);
  return {
    number: index + 1,
    count: siblings.length,
    previousId: siblings[index - 1]?.id,
    nextId: siblings[index + 1]?.id,
  };
}

export interface FollowedPath {
  readonly siblingId: string;
  /** From 1. */
  readonly branch: number;
  readonly messages: number;
}

/**
 * Finds the branch that continues, if this one ends after an edit or a second answer.
 * @param path of which `index` is a message near the end
 */
export function followedElsewhere(
  path: readonly Message[],
  index: number,
): FollowedPath | undefined {
  const message = path[index];
  const below = path.length - 1 - index;
  if (message === undefined || below > 1) return undefined;
  const longest = message.siblings
    .map((sibling, place) => ({ sibling, branch: place + 1 }))
    .filter(({ sibling }) => sibling.id !== message.id && (sibling.below ?? 0) > below + 1)
    .sort((a, b) => (b.sibling.below ?? 0) - (a.sibling.below ?? 0))[0];
  if (longest === undefined) return undefined;
  return {
    siblingId: longest.sibling.id,
    branch: longest.branch,
    messages: longest.sibling.below ?? 0,
  };
}

export function branchColumns(message: Message): readonly PlainMessage[] {
  if (message.beside.length === 0) return [message];
  const order = new Map(message.siblings.map(({ id }, index) => [id, index]));
  return [message, ...message.beside].sort(
    (a, b) => (order.get(a.id) ?? 0) - (order.get(b.id) ?? 0),
  );
}
