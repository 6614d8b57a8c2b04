/** Pages load from the end of the active path. Ids are final before a request is sent. */
import { eventIterator } from '@orpc/contract';
import { z } from 'zod';
import {
  fileSchema,
  idSchema,
  plainNameSchema,
  procedure,
  takes,
  timestampSchema,
  rowsOf,
} from './common.ts';
import { saveOutcomeSchema } from './export.ts';
import {
  answerRunSchema,
  languageRequestSchema,
  messagePictureSchema,
  modelIdSchema,
  MOST_PICTURES,
  spentSchema,
  languageParametersSchema,
} from './language.ts';

export const CONVERSATION_LIMITS = {
  titleCharacters: 200,
  folderCharacters: 100,
  textCharacters: 4_000_000,
  /** Models that answer one message side by side. */
  models: 6,
  page: 200,
  importBytes: 200_000_000,
  messages: 200_000,
} as const;

const textSchema = z.string().max(CONVERSATION_LIMITS.textCharacters);
const titleSchema = plainNameSchema.max(CONVERSATION_LIMITS.titleCharacters);
export const folderSchema = z.string().max(CONVERSATION_LIMITS.folderCharacters);
const givenFolderSchema = plainNameSchema.max(CONVERSATION_LIMITS.folderCharacters);
const picturesSchema = z.array(messagePictureSchema).max(MOST_PICTURES).readonly();
const limitSchema = z.int().min(1).max(CONVERSATION_LIMITS.page);

const conversationEntrySchema = z.strictObject({
  id: idSchema,
  title: titleSchema,
  /** Empty string: none. */
  folder: folderSchema,
  isPinned: z.boolean(),
  createdAt: timestampSchema,
  /** Time of its last message or text change. */
  changedAt: timestampSchema,
  runIds: z.array(idSchema).readonly(),
});

const conversationSchema = conversationEntrySchema.extend({
  system: textSchema,
  model: modelIdSchema.optional(),
  parameters: languageParametersSchema,
  /** Last message of the active path; missing in an empty conversation. */
  leafId: idSchema.optional(),
  /** Grows with each change of the conversation or its messages. */
  revision: z.int().nonnegative(),
  spent: spentSchema,
});

const siblingSchema = z.strictObject({
  id: idSchema,
  /** Messages below it on all of its branches. Missing for the one on the path. */
  below: z.int().nonnegative().optional(),
});

const messageShape = {
  id: idSchema,
  parentId: idSchema.optional(),
  role: z.enum(['user', 'assistant']),
  /** While the answer is written: the part that existed before, usually empty. */
  text: z.string(),
  /** Reasoning before the answer; while the answer is written, it is in the run's events. */
  thoughts: z.string().optional(),
  pictures: picturesSchema,
  createdAt: timestampSchema,
  /** When the user last edited the text. */
  editedAt: timestampSchema.optional(),
  /** Number of texts in `conversations.earlierTexts`. */
  earlierTexts: z.int().nonnegative(),
  /** The model that was asked; `assistant` only. */
  model: modelIdSchema.optional(),
  /** Missing for messages of the user and imported ones. */
  run: answerRunSchema.optional(),
  /** Index of the choice in the run's events that is this message's text. */
  choice: z.int().nonnegative(),
  /** The message that this one continues and whose text it begins with. */
  continues: idSchema.optional(),
};

const plainMessageSchema = z.strictObject(messageShape);

const messageSchema = z.strictObject({
  ...messageShape,
  /** All messages with the same parent, this one included, oldest first: `‹ 2/3 ›`. */
  siblings: z.array(siblingSchema).readonly(),
  /** Other answers to the same request, to be shown side by side. */
  beside: z.array(plainMessageSchema).readonly(),
});

const pathSchema = z.strictObject({
  messages: z.array(messageSchema).readonly(),
  /** More messages precede these. */
  hasMore: z.boolean(),
  /** Last message of the whole path; missing for an empty conversation. */
  leafId: idSchema.optional(),
  revision: z.int().nonnegative(),
});

const answeringSchema = z.strictObject({
  conversation: conversationSchema,
  /** The user's message that they answer. */
  userMessageId: idSchema.optional(),
  answers: rowsOf({ messageId: idSchema, runId: idSchema, choice: z.int() }),
  /** End of their path: the message that they answer, and one of them. */
  messages: z.array(messageSchema).readonly(),
});

/** Who answers, and with which parameters. Missing fields are the conversation's. */
const askShape = {
  models: z.array(modelIdSchema).min(1).max(CONVERSATION_LIMITS.models).readonly().optional(),
  parameters: languageParametersSchema.optional(),
  /** Messages of the path that are not sent, to fit the model's context. */
  leaveOut: z.array(idSchema).max(5000).readonly().optional(),
};

const measureSchema = z.strictObject({
  /** System message and path, without the new message. */
  tokens: z.int().nonnegative(),
  /** False: the exact usage of the last answer. */
  isEstimate: z.boolean(),
  /** The whole path from top to bottom, for `contextFit` and `leaveOut`. */
  messages: rowsOf({
    id: idSchema,
    role: z.enum(['user', 'assistant']),
    tokens: z.int().nonnegative(),
  }),
});

/** Pairs of start and end of highlights, in UTF-16 units of the neighbouring text. */
const marksSchema = z.array(z.tuple([z.int().nonnegative(), z.int().nonnegative()])).readonly();

const hitSchema = z.strictObject({
  conversationId: idSchema,
  title: titleSchema,
  messageId: idSchema,
  role: z.enum(['user', 'assistant']),
  createdAt: timestampSchema,
  excerpt: z.string(),
  marks: marksSchema,
  /** False: the message is on another branch, which `show` opens. */
  isOnPath: z.boolean(),
});

const draftSchema = z.strictObject({ text: textSchema, pictures: picturesSchema });

const importReportSchema = z.strictObject({
  conversations: z.int().nonnegative(),
  messages: z.int().nonnegative(),
  /** Conversations that were imported before and have nothing new. */
  known: z.int().nonnegative(),
  /** Skipped items by reason. */
  skipped: rowsOf({ reason: z.string(), count: z.int().positive() }),
  /** The first conversations of the file, including existing ones. */
  conversationIds: z.array(idSchema).readonly(),
});

/** A few times a second, and a report at the end. */
const importStepSchema = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('progress'),
    /** Fraction of the file, 0 to 1. */
    fraction: z.number().min(0).max(1),
    conversations: z.int().nonnegative(),
  }),
  z.strictObject({ kind: z.literal('report'), report: importReportSchema }),
]);

const oneConversation = z.strictObject({ conversationId: idSchema });
const someConversations = z.strictObject({
  conversationIds: z.array(idSchema).min(1).max(5000).readonly(),
});
const oneMessage = z.strictObject({ messageId: idSchema });

const newConversationSchema = z.strictObject({
  title: titleSchema.optional(),
  folder: givenFolderSchema.optional(),
  system: textSchema.optional(),
  model: modelIdSchema.optional(),
  parameters: languageParametersSchema.optional(),
});

const newMessageSchema = oneConversation.extend({
  parentId: idSchema.optional(),
  text: textSchema,
  pictures: picturesSchema.optional(),
  ...askShape,
});

export type Conversation = z.infer<typeof conversationSchema>;
export type ConversationEntry = z.infer<typeof conversationEntrySchema>;
export type Message = z.infer<typeof messageSchema>;
export type PlainMessage = z.infer<typeof plainMessageSchema>;
export type MessagePath = z.infer<typeof pathSchema>;
export type Answering = z.infer<typeof answeringSchema>;
export type SearchHit = z.infer<typeof hitSchema>;
export type PathMeasure = z.infer<typeof measureSchema>;
export type Draft = z.infer<typeof draftSchema>;
export type ImportReport = z.infer<typeof importReportSchema>;
export type ImportStep = z.infer<typeof importStepSchema>;

export const conversationsContract = {
  /** Pinned ones first, then by last change. */
  list: takes({
    search: z.string().max(500).optional(),
    folder: folderSchema.optional(),
    /** Cursor from the previous page. */
    after: z.string().max(200).optional(),
    limit: limitSchema,
  }).output(
    z.strictObject({
      entries: z.array(conversationEntrySchema).readonly(),
      after: z.string().optional(),
    }),
  ),
  /** Folders by name, with their number of conversations. */
  folders: procedure.output(rowsOf({ folder: folderSchema, count: z.int().positive() })),
  create: procedure.input(newConversationSchema).output(conversationSchema),
  read: procedure.input(oneConversation).output(conversationSchema),
  /** An empty title is generated from the first words, an empty model is the default. */
  change: takes({
    ...oneConversation.shape,
    title: titleSchema.optional(),
    isPinned: z.boolean().optional(),
    folder: givenFolderSchema.optional(),
    system: textSchema.optional(),
    model: modelIdSchema.optional(),
    parameters: languageParametersSchema.optional(),
  }).output(conversationSchema),
  /** Stops running answers. `restore` works for at least a day. */
  remove: procedure.input(someConversations).output(z.void()),
  restore: procedure.input(someConversations).output(z.void()),

  /** A page of the active path: the last messages, or those above one. */
  path: takes({ ...oneConversation.shape, before: idSchema.optional(), limit: limitSchema }).output(
    pathSchema,
  ),
  /** Makes the branch of a message active, with what was last active below it. */
  show: procedure
    .input(oneMessage)
    .output(z.strictObject({ conversationId: idSchema, leafId: idSchema })),

  /** Pass the `parentId` that the user saw last, so that two windows never mix branches. */
  send: takes({
    ...newMessageSchema.shape,
    conversationId: idSchema.optional(),
    begin: newConversationSchema.optional(),
  }).output(answeringSchema),
  /** Sends and changes nothing. */
  preview: procedure.input(newMessageSchema).output(languageRequestSchema),
  measure: takes({
    ...oneConversation.shape,
    parentId: idSchema.optional(),
    model: modelIdSchema.optional(),
    leaveOut: askShape.leaveOut,
  }).output(measureSchema),
  /** `save` keeps the earlier text and sends nothing. `send` adds a sibling with answers. */
  edit: takes({
    ...oneMessage.shape,
    text: textSchema,
    pictures: picturesSchema.optional(),
    how: z.enum(['save', 'send']),
    ...askShape,
  }).output(answeringSchema),
  /** Returns texts that `edit` has replaced, oldest first. */
  earlierTexts: procedure
    .input(oneMessage)
    .output(rowsOf({ text: z.string(), until: timestampSchema })),
  /** Adds a sibling of an answer, or another answer to a message of the user. */
  regenerate: procedure.input(oneMessage.extend(askShape)).output(answeringSchema),
  /** Adds a sibling that begins with the text of an interrupted or truncated answer. */
  continue: procedure.input(oneMessage.extend(askShape)).output(answeringSchema),
  /** Returns what `removeBranch` would remove, and how much of it the path doesn't show. */
  branchSize: procedure
    .input(oneMessage)
    .output(z.strictObject({ messages: z.int().positive(), hidden: z.int().nonnegative() })),
  /** `restoreBranch` undoes it as long as `restore` works. */
  removeBranch: procedure
    .input(oneMessage)
    .output(z.strictObject({ removalId: idSchema, messages: z.int().positive() })),
  restoreBranch: takes({ removalId: idSchema }).output(z.void()),

  /** The last word matches by its beginning; accents and case are ignored. */
  search: takes({
    text: z.string().max(500),
    order: z.enum(['newest', 'best']),
    conversationId: idSchema.optional(),
    after: z.string().max(200).optional(),
    limit: limitSchema,
  }).output(z.strictObject({ hits: z.array(hitSchema).readonly(), after: z.string().optional() })),

  /** The unsent message of a conversation, or of the next new one. */
  draft: procedure.input(oneConversation.partial()).output(draftSchema),
  saveDraft: procedure.input(oneConversation.partial().extend(draftSchema.shape)).output(z.void()),

  /** Returns the active path for the clipboard. */
  text: takes({ ...oneConversation.shape, as: z.enum(['markdown', 'text']) }).output(
    z.strictObject({ text: z.string() }),
  ),
  /** `json` saves the whole tree, the others the active path. */
  save: takes({ ...oneConversation.shape, as: z.enum(['json', 'markdown', 'text']) }).output(
    saveOutcomeSchema,
  ),
  /** Importing twice changes nothing. The stream ends with a report; unsubscribing cancels. */
  import: takes({ file: fileSchema }).output(eventIterator(importStepSchema)),
};
