/** A file of keys, from outside: its bounds are known before it is parsed, so that it takes milliseconds. */
import { KEY_LIMITS, keyFileSchema, type KeyFile } from '../../../shared/contract/keys.ts';

/** @returns `undefined` for a file without keys, or one that is gone */
export async function readKeyFile(file: Blob): Promise<KeyFile | undefined> {
  if (file.size > KEY_LIMITS.fileBytes) return undefined;
  try {
    const text = await file.text();
    // SECURITY: S49 the number of values is known before one is built
    if (text.split(/[,[{]/u).length > KEY_LIMITS.fileValues) return undefined;
    return keyFileSchema.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined; // no JSON, or a file that is gone: no keys in either case
  }
}
