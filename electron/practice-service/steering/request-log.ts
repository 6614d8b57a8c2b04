/** The last requests of a service, so that a test can look at the bytes that were really sent. */
import type { RequestRecord } from '../request-record.ts';
import type { SentFiles } from '../work/messages.ts';

const CAPACITY = {
  /** Requests that are remembered: a task that a test waits for is asked about hundreds of times. */
  records: 2000,
  /** Requests whose files are kept, each up to 60 MB. */
  files: 5,
} as const;

/** The last requests, oldest first, and the files of the last few of them. */
export interface RequestLog {
  add(record: RequestRecord): void;
  keepFiles(id: string, files: SentFiles): void;
  list(): readonly RequestRecord[];
  files(id: string): SentFiles | undefined;
  clear(): void;
}

/** An empty log. */
export function createRequestLog(): RequestLog {
  let records: RequestRecord[] = [];
  const files = new Map<string, SentFiles>();
  return {
    add: (record) => {
      records.push(record);
      if (records.length > CAPACITY.records) records.shift();
    },
    keepFiles: (id, sent) => {
      files.set(id, sent);
      for (const oldest of files.keys()) {
        if (files.size <= CAPACITY.files) break;
        files.delete(oldest);
      }
    },
    list: () => records,
    files: (id) => files.get(id),
    clear: () => {
      records = [];
      files.clear();
    },
  };
}
