import { execFile, fork } from 'node:child_process';
import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { listen, type RunningServer } from '../../electron/testing/listen.ts';

/** @param script path relative to this folder */
export async function fillFolder(script: string, folder: string, rows: number): Promise<void> {
  const args = [join(import.meta.dirname, script), folder, String(rows)];
  await promisify(execFile)(process.execPath, args);
}

/** @param mode as in `image-service.ts` */
export async function startImageService(mode: string): Promise<RunningServer> {
  const child = fork(join(import.meta.dirname, 'image-service.ts'), [mode], { execArgv: [] });
  const [port] = (await once(child, 'message')) as [number];
  return {
    baseUrl: `http://127.0.0.1:${port}`,
    async [Symbol.asyncDispose]() {
      child.kill();
      await once(child, 'exit');
    },
  };
}

/** The baseline of Gesso's pages: a server as bare as can be. */
export function serveFiles(
  files: Readonly<Record<string, readonly [body: Uint8Array | string, type: string]>>,
): Promise<RunningServer> {
  const server = createServer((request, response) => {
    const [body, type] = files[request.url ?? '/'] ?? [];
    if (body === undefined) {
      response.writeHead(404).end();
      return;
    }
    response.writeHead(200, { 'content-type': type, 'cache-control': 'no-store' });
    response.end(body);
  });
  return listen(server);
}

/** Resident memory before an action, and the most during it, bytes. */
export interface MemoryPeak {
  readonly idle: number;
  readonly peak: number;
}

/** Reads the kernel's own high-water mark; Linux only. */
export async function memoryPeak(pid: number, act: () => Promise<unknown>): Promise<MemoryPeak> {
  // proc_pid_clear_refs(5): 5 sets the kernel's high-water mark to the present size
  await writeFile(`/proc/${pid}/clear_refs`, '5');
  const idle = await residentBytes(pid);
  await act();
  return { idle, peak: await readStatus(pid, 'VmHWM') };
}

export function residentBytes(pid: number): Promise<number> {
  return readStatus(pid, 'VmRSS');
}

async function readStatus(pid: number, field: string): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  const kibibytes = new RegExp(`^${field}:\\s+(\\d+) kB$`, 'mu').exec(status)?.[1];
  return Number(kibibytes ?? Number.NaN) * 1024;
}
