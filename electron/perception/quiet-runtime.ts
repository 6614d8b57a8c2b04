/**
 * Disables telemetry of ONNX Runtime, which writes a permanent computer id and an event database,
 * and sends them to Microsoft (`onnxruntime/core/platform/posix/telemetry.cc`, `docs/Privacy.md`).
 */

/**
 * SECURITY: S52 for the process that loads it. The library reads it from the process environment
 * when loaded: later changes come too late, or stay in a thread's copy.
 */
export const QUIET_RUNTIME = { ORT_DISABLE_TELEMETRY: '1' } as const;

/** Returns whether this process was started with it. */
export function isQuietRuntime(): boolean {
  return Object.entries(QUIET_RUNTIME).every(([name, value]) => process.env[name] === value);
}
