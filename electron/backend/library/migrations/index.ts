/** `user_version` counts migrations since 1.0.0. Released steps never change. */
import { ACCOUNTS_TABLES } from './accounts-tables.ts';
import { LANGUAGE_TABLES } from './language-tables.ts';
import { PICTURES_TABLES } from './pictures-tables.ts';
import { WORK_TABLES } from './work-tables.ts';

/** `user_version` of release 1.0.0, the oldest that opens. */
export const OLDEST_VERSION = 26;

const TABLES = [PICTURES_TABLES, ACCOUNTS_TABLES, LANGUAGE_TABLES, WORK_TABLES].join('');

const STEPS: readonly string[] = [
  `
    -- how clean-ups of a photo end at its edge, where that is not as the settings say
    CREATE TABLE photo_edges (
      photo_id TEXT PRIMARY KEY REFERENCES photos (id) ON DELETE CASCADE,
      margin INTEGER NOT NULL,
      match_colors INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID;
  
    -- copies on which steps of recipes were opened, by what they were made of
    CREATE TABLE opened_steps (
      made_of TEXT PRIMARY KEY,
      photo_id TEXT NOT NULL REFERENCES photos (id) ON DELETE CASCADE,
      -- the result that is looked at, by its job; none for most steps
      job_id TEXT
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX opened_steps_of_photo ON opened_steps (photo_id);
  `,
  `
    -- SHA-256 of a followed file as it was taken, in hex
    ALTER TABLE recipe_files ADD COLUMN hash TEXT;
  `,
  // Unit of the decimals in an account's bills, once a row has revealed it.
  `
    CREATE TABLE decimal_units (
      connection_id TEXT PRIMARY KEY NOT NULL,
      -- units (1/10000 USD) or dollars
      unit TEXT NOT NULL
    ) STRICT;
    -- before, decimals of 2 and more were kept only where they were near the whole amount: they are in its unit
    INSERT INTO decimal_units SELECT DISTINCT u.connection_id, 'units'
      FROM bill_units AS u, json_each(iif(json_valid(u.rows), u.rows, '[]')) AS line
      WHERE json_extract(line.value, '$.amount.hasDecimals') = 1
        AND abs(CAST(json_extract(line.value, '$.amount.exact') AS REAL)) >= 2
        AND instr(json_extract(line.value, '$.amount.exact'), '.') > 0;
  `,
  `
    -- 1 if its cost includes an estimate, also of an answer that was tried again
    ALTER TABLE prompt_tables ADD COLUMN is_rough INTEGER NOT NULL DEFAULT 0;
    UPDATE prompt_tables SET is_rough = 1 WHERE id IN (
      SELECT table_id FROM prompt_rows JOIN language_runs ON language_runs.id = run_id
        WHERE cost IS NULL AND estimated_cost IS NOT NULL
    );
  `,
  `
    -- 1 while files may have been taken since the backup that the library came from
    ALTER TABLE recipe_follows ADD COLUMN is_restored INTEGER NOT NULL DEFAULT 0;
  `,
];

export const LATEST_VERSION = OLDEST_VERSION + STEPS.length;

/** @param version of the library; 0 if empty */
export function statementsFrom(version: number): readonly string[] {
  return version === 0 ? [TABLES, ...STEPS] : STEPS.slice(version - OLDEST_VERSION);
}
