/** Reads a file of shortcuts. It is untrusted, so its size is checked before it is parsed. */
import { KEY_LIMITS, keyFileSchema, type KeyFile } from '../../../shared/contract/keys.ts';

/** @returns `undefined` for a file without shortcuts, or one that has disappeared */
export async function readKeyFile(file: Blob): Promise<KeyFile | undefined> {
  if (file.size > KEY_LIMITS.fileBytes) return undefined;
  try {
    const text = await file.text();
    // SECURITY: S49 the number of values is known before one is built
    if (text.split(/[,[{]/u).length > KEY_LIMITS.fileValues) return undefined;
    return keyFileSchema.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined; // not JSON, or the file has disappeared
  }
}
