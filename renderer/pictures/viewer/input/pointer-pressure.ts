/** The pressure of an event; devices without it count as pressed completely. */
export function pressureOf(event: {
  readonly pointerType: string;
  readonly pressure: number;
}): number {
  // A pen in contact that reports 0 cannot measure (Pointer Events, section 4.1.3: 0.5 for a mouse).
  if (event.pointerType !== 'pen' || event.pressure === 0) return 1;
  return Math.min(1, event.pressure);
}
