/** Mixes of results, and the plan of a connection. Never changed once released. */
export const FACES_STEP = `
  -- How a result of a job lies over its picture, where the user has changed it.
  CREATE TABLE mixes (
    job_id TEXT NOT NULL REFERENCES jobs (id) ON DELETE CASCADE,
    position INTEGER NOT NULL,
    -- mixSchema as JSON
    mix TEXT NOT NULL,
    PRIMARY KEY (job_id, position)
  ) STRICT, WITHOUT ROWID;

  -- enterprise_plan of every picture call: NULL = not sent, 0 = off, 1 = on. It was a field of the clips.
  ALTER TABLE connections ADD COLUMN enterprise_plan INTEGER;
  UPDATE connections SET enterprise_plan =
    (SELECT json_extract(value, '$.enterprisePlan') FROM settings WHERE name = 'videoForm');
  UPDATE settings SET value = json_remove(value, '$.enterprisePlan') WHERE name = 'videoForm';
  UPDATE settings SET value =
    (SELECT json_group_array(json_remove(preset.value, '$.form.enterprisePlan'))
      FROM json_each(settings.value) AS preset)
    WHERE name = 'videoPresets';
`;
