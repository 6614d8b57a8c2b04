export const TURN_KEYS = {
  right: 'Shift+R',
  left: 'Shift+L',
  mirror: 'Shift+H',
  reset: 'Shift+N',
} as const;
