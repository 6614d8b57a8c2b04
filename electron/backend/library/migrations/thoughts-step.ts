/** What a model thought before it answered stays with its message. Never changed once released. */
export const THOUGHTS_STEP = `
  ALTER TABLE messages ADD COLUMN thoughts TEXT;
`;
