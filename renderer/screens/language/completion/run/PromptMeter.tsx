/** The size of the next request, for the foot and the status line: counted once for both. */
import { createContext, use, type ReactNode } from 'react';
import { usePromptMeter, type PromptMeterState } from './use-prompt-meter.ts';

const MeterContext = createContext<PromptMeterState | undefined>(undefined);

/** Its children are not drawn again while the document grows. */
export function PromptMeterProvider({ children }: { readonly children: ReactNode }) {
  const meter = usePromptMeter();
  return <MeterContext value={meter}>{children}</MeterContext>;
}

export function useMeter(): PromptMeterState | undefined {
  return use(MeterContext);
}
