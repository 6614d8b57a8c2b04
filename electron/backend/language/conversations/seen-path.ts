interface PathMessage {
  readonly source: string;
  /** `source` of its parent. */
  readonly parent: string | undefined;
}

/** @param messages oldest first, without cycles @param current missing: the last one */
export function withSeenPath<Message extends PathMessage>(
  messages: readonly Message[],
  current: string | undefined,
): {
  readonly first: string | undefined;
  readonly end: string | undefined;
  readonly messages: readonly (Message & { readonly below: string | undefined })[];
} {
  const parents = new Map(messages.map(({ source, parent }) => [source, parent]));
  const children = new Map(
    messages.flatMap(({ source, parent }) => (parent === undefined ? [] : [[parent, source]])),
  );
  let end = current !== undefined && parents.has(current) ? current : messages.at(-1)?.source;
  for (let at = end; at !== undefined; at = children.get(at)) end = at;
  const below = new Map<string, string>();
  let first = end;
  for (let at = end; at !== undefined; at = parents.get(at)) {
    if (first !== undefined && first !== at) below.set(at, first);
    if (parents.has(at)) first = at;
  }
  return {
    first,
    end,
    messages: messages.map((message) => ({ ...message, below: below.get(message.source) })),
  };
}
