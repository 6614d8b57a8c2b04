/** Where screens were left stands apart from what the user prefers. */
const NAMES = `
    'openPhotoId', 'openPhotoIds', 'brushSize', 'eraserSize', 'runOperation',
    'panelWidth', 'arePanelsShown', 'recentCommandIds', 'spendView', 'spendTable',
    'spendNames', 'facesForm', 'usedFaces', 'videoForm', 'videoPhotoId',
    'upscaleForm', 'upscalePhotoIds', 'languageTab', 'languageDocumentId', 'languagePrompts'`;

export const SCREEN_STATE_STEP = `
  CREATE TABLE screen_state (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT;
  INSERT INTO screen_state SELECT name, value FROM settings WHERE name IN (${NAMES});
  DELETE FROM settings WHERE name IN (${NAMES});
`;
