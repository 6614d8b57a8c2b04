/** CSS pixels of a card in the tray at 100 % text, and of the gap between cards. */
export const CARD = { width: 212, narrow: 184, tall: 152, gap: 4 } as const;
