import { useState } from 'react';

/** @returns whether the value is or was ever true */
export function useOnce(value: boolean): boolean {
  const [has, setHas] = useState(value);
  if (value && !has) setHas(true);
  return has || value;
}
