/** Parts of the screen that are loaded when they are first needed, and stay from then on. */
import { useState } from 'react';

/** @returns whether the value is or has been true */
export function useOnce(value: boolean): boolean {
  const [has, setHas] = useState(value);
  if (value && !has) setHas(true);
  return has || value;
}
