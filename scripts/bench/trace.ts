/** What the browser did meanwhile, by its own trace. */
import type { CDPSession } from 'playwright';

/** A step of the browser. */
export interface TraceEvent {
  readonly name: string;
  /** Milliseconds, from any beginning. */
  readonly at: number;
  /** Milliseconds; 0 for a moment. */
  readonly duration: number;
  /** Of an event that was dispatched to the page. */
  readonly type: string | undefined;
}

interface RawEvent {
  readonly name?: unknown;
  readonly ts?: unknown;
  readonly dur?: unknown;
  readonly args?: { readonly data?: { readonly type?: unknown } };
}

/**
 * @param categories of the browser's tracing, such as `devtools.timeline`
 * @returns the steps during `act`, oldest first
 */
export async function recordTrace(
  session: CDPSession,
  categories: readonly string[],
  act: () => Promise<unknown>,
): Promise<readonly TraceEvent[]> {
  const raw: RawEvent[] = [];
  const collect = ({ value }: { readonly value: readonly RawEvent[] }): void => {
    raw.push(...value);
  };
  session.on('Tracing.dataCollected', collect);
  await session.send('Tracing.start', {
    transferMode: 'ReportEvents',
    traceConfig: { includedCategories: [...categories] },
  });
  await act();
  const complete = new Promise((resolve) => session.once('Tracing.tracingComplete', resolve));
  await session.send('Tracing.end');
  await complete;
  session.off('Tracing.dataCollected', collect);
  return raw
    .map(({ name, ts, dur, args }) => ({
      name: String(name),
      at: Number(ts) / 1000,
      duration: Number(dur ?? 0) / 1000,
      type: typeof args?.data?.type === 'string' ? args.data.type : undefined,
    }))
    .toSorted((a, b) => a.at - b.at);
}
