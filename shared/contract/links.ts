import { z } from 'zod';
import { takes } from './common.ts';

const linkWarningSchema = z.enum(['name', 'user', 'text', 'hidden']);

const linkTargetSchema = z.strictObject({
  kind: z.enum(['web', 'mail']),
  href: z.string(),
  /** Web host in ASCII (international names as `xn--`), or the mail address. */
  host: z.string(),
  /**
   * `name`: letters beyond ASCII. `user`: text before an @ looks like a host. `text`: names another
   * host. `hidden`: invisible characters.
   */
  warnings: z.array(linkWarningSchema).readonly(),
  /** False: it can only be copied. */
  isOpenable: z.boolean(),
});
export type LinkTarget = z.infer<typeof linkTargetSchema>;
export type LinkWarning = z.infer<typeof linkWarningSchema>;

/** Much longer than any link that is opened, so that a longer one gets an answer too. */
const hrefSchema = z.string().max(1_000_000);

export const linksContract = {
  /** Returns `null` for a link that Gesso never opens. */
  read: takes({ href: hrefSchema, text: z.string().max(1_000_000) }).output(
    linkTargetSchema.nullable(),
  ),
  /** Opens the link in the default browser or mail program. @throws `invalid-input` */
  open: takes({ href: hrefSchema }).output(z.void()),
};
