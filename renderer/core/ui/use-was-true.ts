import { useState } from 'react';

/** @returns whether the value is or was ever true, such as for dialogs that load when first shown */
export function useWasTrue(value: boolean): boolean {
  const [was, setWas] = useState(value);
  if (value && !was) setWas(true);
  return was || value;
}
