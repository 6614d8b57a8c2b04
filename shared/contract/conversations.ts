/**
 * Conversations as trees of messages. The window loads the active path page by page from its end.
 * Ids are final before a request is sent. Follow running answers with `language.follow(runId)`;
 * each choice appends to its message's text.
 */
import { eventIterator } from '@orpc/contract';
import { z } from 'zod';
import { fileSchema, idSchema, plainNameSchema, procedure, timestampSchema } from './common.ts';
import { saveOutcomeSchema } from './export.ts';
import {
  answerRunSchema,
  languageRequestSchema,
  messagePictureSchema,
  modelIdSchema,
  MOST_PICTURES,
  spentSchema,
} from './language.ts';
import { languageParametersSchema } from './language-parameters.ts';

export const CONVERSATION_LIMITS = {
  titleCharacters: 200,
  folderCharacters: 100,
  textCharacters: 4_000_000,
  /** Models that answer one message side by side. */
  models: 6,
  /** Messages, hits or conversations on a page. */
  page: 200,
  /** Bytes of an imported file. */
  importBytes: 200_000_000,
  messages: 200_000,
} as const;

const textSchema = z.string().max(CONVERSATION_LIMITS.textCharacters);
const titleSchema = plainNameSchema.max(CONVERSATION_LIMITS.titleCharacters);
/** Stored form. */
export const folderSchema = z.string().max(CONVERSATION_LIMITS.folderCharacters);
/** Form in requests. */
const givenFolderSchema = plainNameSchema.max(CONVERSATION_LIMITS.folderCharacters);
const picturesSchema = z.array(messagePictureSchema).max(MOST_PICTURES).readonly();
const limitSchema = z.int().min(1).max(CONVERSATION_LIMITS.page);

export const conversationEntrySchema = z.strictObject({
  id: idSchema,
  title: titleSchema,
  /** '' = none. */
  folder: folderSchema,
  isPinned: z.boolean(),
  createdAt: timestampSchema,
  /** Its last message, or a change of a text. */
  changedAt: timestampSchema,
  /** Answers that are being written in it. */
  runIds: z.array(idSchema).readonly(),
});

/** A conversation without its messages. */
export const conversationSchema = conversationEntrySchema.extend({
  system: textSchema,
  /** Missing: the connection's default. */
  model: modelIdSchema.optional(),
  parameters: languageParametersSchema,
  /** The last message of the active path; missing while there is none. */
  leafId: idSchema.optional(),
  /** Grows with each change of the conversation or its messages. */
  revision: z.int().nonnegative(),
  spent: spentSchema,
});

const siblingSchema = z.strictObject({
  id: idSchema,
  /** Messages below it, on all of its branches. Missing for the one on the path. */
  below: z.int().nonnegative().optional(),
});

/** A message of the active path. */
const messageShape = {
  id: idSchema,
  /** Missing: the conversation begins with it. */
  parentId: idSchema.optional(),
  role: z.enum(['user', 'assistant']),
  /** While its answer is being written: the part that was there before, mostly ''. */
  text: z.string(),
  /** What the model thought before it answered; while it is being written, they are in its run's events. */
  thoughts: z.string().optional(),
  pictures: picturesSchema,
  createdAt: timestampSchema,
  /** When its text was last changed by hand. */
  editedAt: timestampSchema.optional(),
  /** Earlier texts; see `conversations.earlierTexts`. */
  earlierTexts: z.int().nonnegative(),
  /** The model that was asked. Only with `assistant`. */
  model: modelIdSchema.optional(),
  /** Missing for messages of the user and imported ones. */
  run: answerRunSchema.optional(),
  /** Which choice of the run's events is this message's text. */
  choice: z.int().nonnegative(),
  /** The message that this one goes on from: its text begins with that one's. */
  continues: idSchema.optional(),
};

const plainMessageSchema = z.strictObject(messageShape);

export const messageSchema = z.strictObject({
  ...messageShape,
  /** All messages with the same parent, oldest first, this one among them: `‹ 2/3 ›`. */
  siblings: z.array(siblingSchema).readonly(),
  /** Answers of the same order, this one left out, to stand side by side with it. */
  beside: z.array(plainMessageSchema).readonly(),
});

/** A page of the active path. */
const pathSchema = z.strictObject({
  /** From top to bottom. */
  messages: z.array(messageSchema).readonly(),
  /** True when there are messages above. */
  hasMore: z.boolean(),
  /** The last message of the whole path; missing for an empty conversation. */
  leafId: idSchema.optional(),
  revision: z.int().nonnegative(),
});

/** Answers that have begun. Their messages are on the path already. */
const answeringSchema = z.strictObject({
  /** The conversation as it is now. */
  conversation: conversationSchema,
  /** The message of the user that they answer. */
  userMessageId: idSchema.optional(),
  answers: z
    .array(z.strictObject({ messageId: idSchema, runId: idSchema, choice: z.int() }))
    .readonly(),
  /** The end of the path that they are on: the message that they answer, and one of them. */
  messages: z.array(messageSchema).readonly(),
});

/** Who answers, and how. Each one left out is the conversation's. */
const askShape = {
  /** Several answer side by side. */
  models: z.array(modelIdSchema).min(1).max(CONVERSATION_LIMITS.models).readonly().optional(),
  parameters: languageParametersSchema.optional(),
  /** Messages of the path that are not sent, to fit the model's context. */
  leaveOut: z.array(idSchema).max(5000).readonly().optional(),
};

/** The past of a message that is being written, in tokens of one model. */
const measureSchema = z.strictObject({
  /** System message and path, without the new message. */
  tokens: z.int().nonnegative(),
  /** False: it is the exact usage of the last answer. */
  isEstimate: z.boolean(),
  /** Messages of the whole path from top to bottom, for `contextFit` and `leaveOut`. */
  messages: z
    .array(
      z.strictObject({
        id: idSchema,
        role: z.enum(['user', 'assistant']),
        tokens: z.int().nonnegative(),
      }),
    )
    .readonly(),
});

/** Marks are pairs of start and end in UTF-16 units of the text beside them. */
const marksSchema = z.array(z.tuple([z.int().nonnegative(), z.int().nonnegative()])).readonly();

const hitSchema = z.strictObject({
  conversationId: idSchema,
  title: titleSchema,
  messageId: idSchema,
  role: z.enum(['user', 'assistant']),
  createdAt: timestampSchema,
  /** A part of the message's text around the first match. */
  excerpt: z.string(),
  marks: marksSchema,
  /** False: the message is on another branch; `show` opens it. */
  isOnPath: z.boolean(),
});

const draftSchema = z.strictObject({ text: textSchema, pictures: picturesSchema });

const importReportSchema = z.strictObject({
  conversations: z.int().nonnegative(),
  messages: z.int().nonnegative(),
  /** Conversations that were imported earlier and have nothing new. */
  known: z.int().nonnegative(),
  /** What was left out, with the reason and how often. */
  skipped: z.array(z.strictObject({ reason: z.string(), count: z.int().positive() })).readonly(),
  /** The first conversations of the file, also those that were there. */
  conversationIds: z.array(idSchema).readonly(),
});

/** How far an import is, a few times a second, and its report at the end. */
const importStepSchema = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('progress'),
    /** Of the file, 0–1. */
    fraction: z.number().min(0).max(1),
    /** Conversations that are in the library by now as a whole, or have more messages. */
    conversations: z.int().nonnegative(),
  }),
  z.strictObject({ kind: z.literal('report'), report: importReportSchema }),
]);

const oneConversation = z.strictObject({ conversationId: idSchema });
const someConversations = z.strictObject({
  conversationIds: z.array(idSchema).min(1).max(5000).readonly(),
});
const oneMessage = z.strictObject({ messageId: idSchema });

/** The fields of a conversation that begins. */
const newConversationSchema = z.strictObject({
  title: titleSchema.optional(),
  folder: givenFolderSchema.optional(),
  system: textSchema.optional(),
  model: modelIdSchema.optional(),
  parameters: languageParametersSchema.optional(),
});

/** A message of the user's below another. */
const newMessageSchema = oneConversation.extend({
  /** Missing: at the beginning. */
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
  /** Pinned ones first, then by their last change. */
  list: procedure
    .input(
      z.strictObject({
        /** Words of the title. */
        search: z.string().max(500).optional(),
        /** '' = those without a folder; left out = all. */
        folder: folderSchema.optional(),
        /** From the page before. */
        after: z.string().max(200).optional(),
        limit: limitSchema,
      }),
    )
    .output(
      z.strictObject({
        entries: z.array(conversationEntrySchema).readonly(),
        /** For the next page; missing on the last one. */
        after: z.string().optional(),
      }),
    ),
  /** The folders by name, with how many conversations each has. */
  folders: procedure.output(
    z.array(z.strictObject({ folder: folderSchema, count: z.int().positive() })).readonly(),
  ),
  create: procedure.input(newConversationSchema).output(conversationSchema),
  read: procedure.input(oneConversation).output(conversationSchema),
  /** Changes the given fields. A title of '' is made from the first words again; a model of '' is the default. */
  change: procedure
    .input(
      oneConversation.extend({
        title: titleSchema.optional(),
        isPinned: z.boolean().optional(),
        folder: givenFolderSchema.optional(),
        system: textSchema.optional(),
        model: modelIdSchema.optional(),
        parameters: languageParametersSchema.optional(),
      }),
    )
    .output(conversationSchema),
  /** Running answers are stopped. They can be restored for a day at least. */
  remove: procedure.input(someConversations).output(z.void()),
  restore: procedure.input(someConversations).output(z.void()),

  /** A page of the active path: the last messages, or those above one. */
  path: procedure
    .input(oneConversation.extend({ before: idSchema.optional(), limit: limitSchema }))
    .output(pathSchema),
  /**
   * Brings a message onto the active path, with all below it that was last seen there: for `‹ 2/3 ›`
   * with a sibling's id, and for a hit of the search.
   */
  show: procedure
    .input(oneMessage)
    .output(z.strictObject({ conversationId: idSchema, leafId: idSchema })),

  /**
   * Adds a message of the user's and begins the answers, all in one transaction. `parentId` is the
   * message that the user saw last (missing: at the beginning), so that two windows never mix branches.
   */
  send: procedure
    .input(
      newMessageSchema.extend({
        /** Missing: a conversation begins with this message, and the draft of the next one is empty. */
        conversationId: idSchema.optional(),
        /** Of the conversation that begins. */
        begin: newConversationSchema.optional(),
      }),
    )
    .output(answeringSchema),
  /** The request of `send` for its first model; sends and changes nothing. */
  preview: procedure.input(newMessageSchema).output(languageRequestSchema),
  /** How long the request of a message below another is, before that message itself. */
  measure: procedure
    .input(
      oneConversation.extend({
        parentId: idSchema.optional(),
        model: modelIdSchema.optional(),
        leaveOut: askShape.leaveOut,
      }),
    )
    .output(measureSchema),
  /**
   * Changes a text. `save`: in its place, the earlier text stays readable, nothing is sent. `send`: a
   * sibling with the new text, and its answers; the old branch stays.
   */
  edit: procedure
    .input(
      oneMessage.extend({
        text: textSchema,
        pictures: picturesSchema.optional(),
        how: z.enum(['save', 'send']),
        ...askShape,
      }),
    )
    .output(answeringSchema),
  /** The texts that `edit` has replaced, oldest first. */
  earlierTexts: procedure
    .input(oneMessage)
    .output(z.array(z.strictObject({ text: z.string(), until: timestampSchema })).readonly()),
  /** Another answer beside this one; of a message of the user's: another answer to it. */
  regenerate: procedure.input(oneMessage.extend(askShape)).output(answeringSchema),
  /**
   * Goes on with an answer that broke off or reached its length: a sibling that begins with its text. The
   * request ends with that text as the model's own message.
   */
  continue: procedure.input(oneMessage.extend(askShape)).output(answeringSchema),
  /** How many messages a removal of this one takes along, and how many of them the path does not show. */
  branchSize: procedure
    .input(oneMessage)
    .output(z.strictObject({ messages: z.int().positive(), hidden: z.int().nonnegative() })),
  /** Removes a message with all below it; `restoreBranch` takes it back, as long as `remove` can be. */
  removeBranch: procedure
    .input(oneMessage)
    .output(z.strictObject({ removalId: idSchema, messages: z.int().positive() })),
  restoreBranch: procedure.input(z.strictObject({ removalId: idSchema })).output(z.void()),

  /**
   * Finds words in all messages, also on other branches. `newest`: the newest message first. Words are
   * found by their beginnings where they are the last, accents and case do not count.
   */
  search: procedure
    .input(
      z.strictObject({
        text: z.string().max(500),
        order: z.enum(['newest', 'best']),
        /** Within one conversation: for the find bar. */
        conversationId: idSchema.optional(),
        after: z.string().max(200).optional(),
        limit: limitSchema,
      }),
    )
    .output(z.strictObject({ hits: z.array(hitSchema).readonly(), after: z.string().optional() })),

  /** The unsent message of a conversation; without one, of the next new conversation. */
  draft: procedure.input(oneConversation.partial()).output(draftSchema),
  saveDraft: procedure.input(oneConversation.partial().extend(draftSchema.shape)).output(z.void()),

  /**
   * Conversations that have changed, from any window: a removal, a new message, an answer's end. The
   * first value comes at once and is empty; after a break read again what is shown.
   */
  changes: procedure.output(
    eventIterator(z.strictObject({ conversationIds: z.array(idSchema).readonly() })),
  ),
  /** The active path for the clipboard. */
  text: procedure
    .input(oneConversation.extend({ as: z.enum(['markdown', 'text']) }))
    .output(z.strictObject({ text: z.string() })),
  /** `json`: the whole tree. Otherwise the active path. */
  save: procedure
    .input(oneConversation.extend({ as: z.enum(['json', 'markdown', 'text']) }))
    .output(saveOutcomeSchema),
  /**
   * ChatGPT's export (`conversations.json`), messages in OpenAI's shape, Gesso's own. Twice changes nothing.
   * Ends with its report; whoever stops listening stops it.
   */
  import: procedure
    .input(z.strictObject({ file: fileSchema }))
    .output(eventIterator(importStepSchema)),
};
