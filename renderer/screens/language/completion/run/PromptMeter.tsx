import { createContext, use, type ReactNode } from 'react';
import { usePromptMeter, type PromptMeterState } from './use-prompt-meter.ts';

const MeterContext = createContext<PromptMeterState | undefined>(undefined);

/** Counts once for the foot and the status line. */
export function PromptMeterProvider({ children }: { readonly children: ReactNode }) {
  const meter = usePromptMeter();
  return <MeterContext value={meter}>{children}</MeterContext>;
}

export function useMeter(): PromptMeterState | undefined {
  return use(MeterContext);
}
