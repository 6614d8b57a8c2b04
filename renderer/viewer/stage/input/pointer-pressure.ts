/** Returns 1 for devices without pressure. */
export function pressureOf(event: {
  readonly pointerType: string;
  readonly pressure: number;
}): number {
  // A pen in contact that reports 0 cannot measure (Pointer Events, section 4.1.3).
  if (event.pointerType !== 'pen' || event.pressure === 0) return 1;
  return Math.min(1, event.pressure);
}
