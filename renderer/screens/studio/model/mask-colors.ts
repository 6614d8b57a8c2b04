export const MASK_COLORS = [
  '#ff2ec4',
  '#ff3b6b',
  '#ffb020',
  '#2fd27a',
  '#2f9bff',
  '#b45cff',
  '#ffffff',
];
