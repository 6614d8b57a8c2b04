/**
 * The environment in which ONNX Runtime keeps to itself. Its builds otherwise write a lasting id of the computer
 * and a database of events to the user's cache folder, and send them to Microsoft
 * (`onnxruntime/core/platform/posix/telemetry.cc`, and `docs/Privacy.md` there).
 */

/**
 * SECURITY: S52 for the process that loads it. The library reads it when it is loaded, from the process's own
 * environment: what a program writes to it later comes too late, or stays in a thread's copy.
 */
export const QUIET_RUNTIME = { ORT_DISABLE_TELEMETRY: '1' } as const;

/** Whether this process was started with it. */
export function isQuietRuntime(): boolean {
  return Object.entries(QUIET_RUNTIME).every(([name, value]) => process.env[name] === value);
}
