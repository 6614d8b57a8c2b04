import { AppError } from '../../../shared/errors/app-error.ts';
import { setNewest } from '../../../shared/set-newest.ts';

/** Most cached pictures, 4 to 10 kB each. */
const KEPT = 500;

export function createKeptPictures(subject: string) {
  const made = new Map<string, Promise<Uint8Array>>();

  async function attempt(key: string, make: () => Promise<Uint8Array>): Promise<Uint8Array> {
    try {
      return await make();
    } catch (error) {
      made.delete(key); // Its file may be back later.
      if (error instanceof AppError) throw error;
      throw new AppError('storage', `${subject} is missing or damaged in the data folder.`, {
        cause: error,
      });
    }
  }

  return {
    /** @param make fails if a file is missing or damaged @throws AppError `not-found`, `storage` */
    get(key: string, make: () => Promise<Uint8Array>): Promise<Uint8Array> {
      const picture = made.get(key) ?? Promise.resolve().then(() => attempt(key, make));
      setNewest(made, key, picture, KEPT);
      return picture;
    },
  };
}
