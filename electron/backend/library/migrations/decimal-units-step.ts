/** The unit of the decimals of an account's bills, once a row has told it. Never changed once released. */
export const DECIMAL_UNITS_STEP = `
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
`;
