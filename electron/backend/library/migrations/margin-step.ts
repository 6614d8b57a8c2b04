/** The margin around a mask, under the name that it has on the screen. Never changed once released. */
export const MARGIN_STEP = `
  UPDATE settings SET name = 'margin' WHERE name = 'maskGrow';
  UPDATE jobs SET request = replace(request, '"maskGrow":', '"margin":') WHERE kind = 'cleanup';
  UPDATE batches SET parameters = replace(parameters, '"maskGrow":', '"margin":');
  UPDATE patches SET parameters = replace(parameters, '"maskGrow":', '"margin":');
`;
