/** Links in answers of language models: read before the question, opened after it. */
import { z } from 'zod';
import { procedure } from './common.ts';

/** A note about a link that may mislead. */
export const linkWarningSchema = z.enum(['name', 'user', 'text', 'hidden']);

/** A link that may be opened after a question. */
export const linkTargetSchema = z.strictObject({
  kind: z.enum(['web', 'mail']),
  /** The address as it is opened. */
  href: z.string(),
  /** The host (web, ASCII: an international name as its `xn--` form), or the address (mail). */
  host: z.string(),
  /**
   * `name`: the host has letters beyond ASCII · `user`: text before an @ looked like another host ·
   * `text`: the link's text names another host · `hidden`: it has characters that cannot be seen.
   */
  warnings: z.array(linkWarningSchema).readonly(),
  /** This computer can open it from here; otherwise it can be copied. */
  isOpenable: z.boolean(),
});
export type LinkTarget = z.infer<typeof linkTargetSchema>;
export type LinkWarning = z.infer<typeof linkWarningSchema>;

/** Much longer than any link is opened: a longer one gets an answer, too. */
const hrefSchema = z.string().max(1_000_000);

export const linksContract = {
  /** The true target of a link; `null` for one that Gesso never opens. */
  read: procedure
    .input(z.strictObject({ href: hrefSchema, text: z.string().max(1_000_000) }))
    .output(linkTargetSchema.nullable()),
  /** Opens it in the user's own browser or mail program. Error: `invalid-input` */
  open: procedure.input(z.strictObject({ href: hrefSchema })).output(z.void()),
};
