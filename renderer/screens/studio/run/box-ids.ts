/** @param index in the plan */
export function cleanupBoxId(index: number): string {
  return `cleanup-box-${index}`;
}

/** @param index among the photo's boxes */
export function textBoxId(index: number): string {
  return `text-box-${index}`;
}
