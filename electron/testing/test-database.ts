import { closeDatabase, openDatabase } from '../backend/library/database.ts';
import { endsWithTest } from './ends-with-test.ts';
import { testFolder } from './test-folder.ts';

/** A new library's database in a folder of its own. */
export async function testDatabase() {
  const folder = testFolder();
  const { database } = await openDatabase(folder);
  const end = () => Promise.resolve(closeDatabase(database, folder));
  return endsWithTest({ folder, database, [Symbol.asyncDispose]: end });
}
