/** Loads models on first use, each once. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type * as OnnxRuntime from 'onnxruntime-node';
import { MODEL_FILES } from './model-files.ts';
import { isQuietRuntime } from './quiet-runtime.ts';

/** A model or library cannot be loaded. */
export class NotLoaded extends Error {}

/** Loaded with the first model, because it is a native library. */
export type Runtime = typeof OnnxRuntime;

/** @throws NotLoaded */
export async function loadRuntime(): Promise<Runtime> {
  if (!isQuietRuntime()) throw new NotLoaded('The runtime would report to its makers.');
  try {
    const { default: runtime } = await import('onnxruntime-node');
    return runtime;
  } catch (error) {
    throw new NotLoaded(`The runtime cannot be loaded: ${String(error)}`);
  }
}

/** @param suffix bytes appended to the file @throws NotLoaded */
export async function loadSession(
  path: string,
  suffix: Uint8Array = new Uint8Array(),
): Promise<OnnxRuntime.InferenceSession> {
  const runtime = await loadRuntime();
  try {
    const bytes = Buffer.concat([await readFile(path), suffix]);
    return await runtime.InferenceSession.create(bytes, {
      logSeverityLevel: 4,
      // Disable spin-waiting so that the app keeps its cores.
      extra: { session: { intra_op: { allow_spinning: '0' } } },
    });
  } catch (error) {
    throw new NotLoaded(`A model cannot be loaded: ${String(error)}`);
  }
}

/** @param folder of the models. @throws NotLoaded */
export async function readModel(
  folder: string,
  name: keyof typeof MODEL_FILES,
): Promise<Uint8Array> {
  try {
    return await readFile(join(folder, MODEL_FILES[name]));
  } catch (error) {
    throw new NotLoaded(`A model cannot be read: ${String(error)}`);
  }
}

/** Caches the promise; after a failure the next caller tries again. */
export function once<Value>(load: () => Promise<Value>): () => Promise<Value> {
  let loaded: Promise<Value> | undefined;
  return () =>
    (loaded ??= load().catch((error: unknown) => {
      loaded = undefined;
      throw error;
    }));
}
