/** Documents in which a model continues. Each save names the revision that it is based on. */
import { eventIterator } from '@orpc/contract';
import { z } from 'zod';
import { saveOutcomeSchema } from './export.ts';
import { idSchema, plainNameSchema, procedure, timestampSchema } from './common.ts';

/** Bounds of a document. */
export const DOCUMENT_LIMITS = {
  searchCharacters: 500,
  nameCharacters: 200,
  textCharacters: 10_000_000,
  /** Of the marks as JSON. */
  markCharacters: 20_000_000,
  settingCharacters: 100_000,
  page: 200,
} as const;

const nameSchema = plainNameSchema.max(DOCUMENT_LIMITS.nameCharacters);

const contentShape = {
  text: z.string().max(DOCUMENT_LIMITS.textCharacters),
  /** Colours, branches and tokens as JSON of the screen's own; '' = none. */
  marks: z.string().max(DOCUMENT_LIMITS.markCharacters),
  /** Model and parameters as JSON of the screen's own; '' = none. */
  settings: z.string().max(DOCUMENT_LIMITS.settingCharacters),
};

/** A document as lists show it. */
export const documentEntrySchema = z.strictObject({
  id: idSchema,
  /** '' = none: `excerpt` stands for it. */
  name: nameSchema,
  createdAt: timestampSchema,
  changedAt: timestampSchema,
  /** Characters of its text. */
  length: z.int().nonnegative(),
  /** The beginning of its text on one line; after a search, the part around the match. */
  excerpt: z.string(),
  revision: z.int().nonnegative(),
});

export const documentSchema = z.strictObject({
  id: idSchema,
  name: nameSchema,
  createdAt: timestampSchema,
  changedAt: timestampSchema,
  revision: z.int().nonnegative(),
  ...contentShape,
});

export type DocumentEntry = z.infer<typeof documentEntrySchema>;
export type LanguageDocument = z.infer<typeof documentSchema>;

const one = z.strictObject({ documentId: idSchema });
const some = z.strictObject({ documentIds: z.array(idSchema).min(1).max(5000).readonly() });

export const documentsContract = {
  /** The last changed first. */
  list: procedure
    .input(
      z.strictObject({
        /** Words of a name or a text, in any order; case does not count. */
        search: z.string().max(DOCUMENT_LIMITS.searchCharacters).optional(),
        after: z.string().max(200).optional(),
        limit: z.int().min(1).max(DOCUMENT_LIMITS.page),
      }),
    )
    .output(
      z.strictObject({
        entries: z.array(documentEntrySchema).readonly(),
        after: z.string().optional(),
      }),
    ),
  create: procedure
    .input(z.strictObject({ name: nameSchema.optional(), ...contentShape }).partial())
    .output(documentSchema),
  read: procedure.input(one).output(documentSchema),
  /**
   * Replaces the content, when `revision` is still the document's. Otherwise nothing is written, and the
   * answer is the document as another window has saved it. Fields left out stay.
   */
  save: procedure
    .input(
      one
        .extend({ revision: z.int().nonnegative(), ...contentShape })
        .partial({ text: true, marks: true, settings: true }),
    )
    .output(
      z.discriminatedUnion('is', [
        z.strictObject({ is: z.literal('saved'), revision: z.int(), changedAt: timestampSchema }),
        z.strictObject({ is: z.literal('changed-elsewhere'), document: documentSchema }),
      ]),
    ),
  /** A file of the text, or JSON with all versions of its answers. */
  saveAs: procedure.input(one.extend({ as: z.enum(['text', 'json']) })).output(saveOutcomeSchema),
  /** The document that an answer was written into; none for an answer of a table or of prompts. */
  ofAnswer: procedure
    .input(z.strictObject({ runId: idSchema }))
    .output(z.strictObject({ documentId: idSchema.optional() })),
  /** Changes nothing but the name, whatever the revision. */
  rename: procedure.input(one.extend({ name: nameSchema })).output(z.void()),
  /** They can be restored for a day at least. */
  remove: procedure.input(some).output(z.void()),
  restore: procedure.input(some).output(z.void()),
  /** Documents that any window has changed. The first value comes at once and is empty. */
  changes: procedure.output(
    eventIterator(z.strictObject({ documentIds: z.array(idSchema).readonly() })),
  ),
};
