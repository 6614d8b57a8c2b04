/** Completion documents. Each save names the revision that it is based on. */
import { z } from 'zod';
import { saveOutcomeSchema } from './export.ts';
import { idSchema, plainNameSchema, procedure, takes, timestampSchema } from './common.ts';

export const DOCUMENT_LIMITS = {
  searchCharacters: 500,
  nameCharacters: 200,
  textCharacters: 10_000_000,
  /** Length of the marks as JSON. */
  markCharacters: 20_000_000,
  settingCharacters: 100_000,
  page: 200,
} as const;

const nameSchema = plainNameSchema.max(DOCUMENT_LIMITS.nameCharacters);

const contentShape = {
  text: z.string().max(DOCUMENT_LIMITS.textCharacters),
  /** Colours, branches and tokens as JSON of the screen's own; empty string: none. */
  marks: z.string().max(DOCUMENT_LIMITS.markCharacters),
  settings: z.string().max(DOCUMENT_LIMITS.settingCharacters),
};

const documentEntrySchema = z.strictObject({
  id: idSchema,
  name: nameSchema,
  createdAt: timestampSchema,
  changedAt: timestampSchema,
  length: z.int().nonnegative(),
  /** Beginning of its text on one line; in a search, the part around the match. */
  excerpt: z.string(),
  revision: z.int().nonnegative(),
});

const documentSchema = z.strictObject({
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
  /** Most recently changed first. */
  list: takes({
    /** Words of the name or text in any order, ignoring case. */
    search: z.string().max(DOCUMENT_LIMITS.searchCharacters).optional(),
    after: z.string().max(200).optional(),
    limit: z.int().min(1).max(DOCUMENT_LIMITS.page),
  }).output(
    z.strictObject({
      entries: z.array(documentEntrySchema).readonly(),
      after: z.string().optional(),
    }),
  ),
  create: procedure
    .input(z.strictObject({ name: nameSchema.optional(), ...contentShape }).partial())
    .output(documentSchema),
  read: procedure.input(one).output(documentSchema),
  /** Writes nothing if `revision` is not current; answers with the saved document. */
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
  /** Saves the text, or JSON with all versions of its answers. */
  saveAs: takes({ ...one.shape, as: z.enum(['text', 'json']) }).output(saveOutcomeSchema),
  ofAnswer: takes({ runId: idSchema }).output(z.strictObject({ documentId: idSchema.optional() })),
  rename: takes({ ...one.shape, name: nameSchema }).output(z.void()),
  /** `restore` works for at least a day. */
  remove: procedure.input(some).output(z.void()),
  restore: procedure.input(some).output(z.void()),
};
