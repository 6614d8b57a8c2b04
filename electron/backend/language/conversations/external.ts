import { createHash } from 'node:crypto';
import { CONVERSATION_LIMITS } from '../../../../shared/contract/conversations.ts';
import { modelIdSchema, type LanguageParameters } from '../../../../shared/contract/language.ts';
import { formatNumber } from '../../../../shared/numbers.ts';
import { plainName } from '../../../../shared/plain-name.ts';
import { splitThoughts } from '../../../../shared/language/thought-tags.ts';
import type { NewConversation } from './conversation-rows.ts';

/** `parent` is the `source` of another message. */
export interface ExternalMessage {
  readonly source: string;
  readonly parent: string | undefined;
  readonly role: 'user' | 'assistant';
  readonly text: string;
  readonly thoughts?: string | undefined;
  /** Ms; missing if unknown. */
  readonly createdAt: number | undefined;
  readonly model: string | undefined;
  /** Shared by answers that are shown side by side. */
  readonly together?: string | undefined;
  /** The child on the last active path. */
  readonly below?: string | undefined;
}

export interface ExternalHead {
  /** The same in every file with this conversation. */
  readonly source: string;
  readonly title: string;
  readonly system: string;
  readonly createdAt: number | undefined;
  /** Only in Gesso's own files. */
  readonly settings?: Pick<NewConversation, 'model' | 'parameters' | 'folder'>;
  readonly first: string | undefined;
  readonly end: string | undefined;
}

export interface ExternalConversation extends ExternalHead {
  readonly messages: readonly ExternalMessage[];
}

/** As parsed, with unchecked lengths and numbers. */
export type UnboundedConversation = Omit<ExternalConversation, 'first' | 'end'> & {
  readonly current: string | undefined;
};

export type Skip = (reason: string) => void;

const EXTERNAL = {
  /** Characters of an id; longer ones are replaced by their hash. */
  id: 200,
  /** Characters of the parameters as JSON. */
  parameters: 20_000,
  /** Latest time of a `Date`, ms. */
  time: 8_640_000_000_000_000,
} as const;

/** SECURITY: S49 nothing beyond the contract's limits is imported; `skip` reports losses. */
export function withinLimits(
  { current, ...conversation }: UnboundedConversation,
  skip: Skip,
): ExternalConversation {
  const { source, title, system, createdAt, settings } = conversation;
  const ofId = (id: string | undefined) => (id === undefined ? undefined : withinId(id));
  const messages = withinNumber(conversation.messages, skip).map((message) => ({
    ...message,
    source: withinId(message.source),
    parent: ofId(message.parent),
    ...withinTexts(message, skip),
    createdAt: withinTime(message.createdAt),
    model: withinModel(message.model),
    together: ofId(message.together),
  }));
  return {
    source: withinId(source),
    title: within(plainName(title), CONVERSATION_LIMITS.titleCharacters, 'A title', skip),
    system: withinText(system, 'A system message', skip),
    createdAt: withinTime(createdAt),
    ...(settings === undefined
      ? {}
      : { settings: { ...settings, parameters: withinParameters(settings.parameters, skip) } }),
    ...withSeenPath(messages, ofId(current)),
  };
}

function withinTexts({ role, ...message }: ExternalMessage, skip: Skip) {
  const said = role === 'user' ? undefined : splitThoughts(message.text);
  const thoughts = message.thoughts ?? said?.thoughts ?? '';
  return {
    text: withinText(said?.text ?? message.text, 'A message', skip),
    thoughts: thoughts === '' ? undefined : withinText(thoughts, 'A message', skip),
  };
}

function withinText(text: string, what: string, skip: Skip): string {
  return within(text, CONVERSATION_LIMITS.textCharacters, what, skip);
}

function within(text: string, most: number, what: string, skip: Skip): string {
  if (text.length <= most) return text;
  skip(`${what} has more than ${formatNumber(most)} characters. The rest was left out.`);
  const code = text.charCodeAt(most - 1);
  const isHalf = code >= 0xd800 && code <= 0xdbff;
  return text.slice(0, isHalf ? most - 1 : most);
}

/** Deterministic, at most {@link EXTERNAL.id} characters. */
function withinId(id: string): string {
  return id.length <= EXTERNAL.id ? id : createHash('sha256').update(id).digest('hex');
}

/** Rejects times outside the contract. */
function withinTime(milliseconds: number | undefined): number | undefined {
  if (milliseconds === undefined || !(milliseconds > 0 && milliseconds <= EXTERNAL.time)) return;
  return Math.round(milliseconds);
}

function withinModel(model: string | undefined): string | undefined {
  return model !== undefined && modelIdSchema.safeParse(model).success ? model : undefined;
}

function withinParameters(
  parameters: LanguageParameters | undefined,
  skip: Skip,
): LanguageParameters | undefined {
  if (JSON.stringify(parameters ?? {}).length <= EXTERNAL.parameters) return parameters;
  skip('Parameters of a conversation were too long and were left out.');
  return undefined;
}

function withinNumber(messages: readonly ExternalMessage[], skip: Skip) {
  const most = CONVERSATION_LIMITS.messages;
  if (messages.length <= most) return messages;
  skip(`A conversation has more than ${formatNumber(most)} messages. The rest was left out.`);
  return messages.slice(0, most);
}

interface PathMessage {
  readonly source: string;
  /** `source` of its parent. */
  readonly parent: string | undefined;
}

/** @param messages oldest first, without cycles @param current missing: the last one */
function withSeenPath<Message extends PathMessage>(
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
