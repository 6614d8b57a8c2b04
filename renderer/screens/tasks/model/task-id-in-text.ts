/**
 * Finds a task's id in pasted text: an id, an answer of the service, an address or a command line.
 */
import type { TaskFamily } from '../../../../shared/contract/job-requests.ts';

interface FoundTask {
  readonly taskId: string;
  readonly family?: TaskFamily | undefined;
}

/** Fields of the older family's answers. */
const OLDER_FIELDS = ['imgs', 'current_images', 'eta_relative', 'failed_reason', 'warn'];

/** @returns the text itself as an id if nothing else is found in it */
export function taskIdInText(text: string): FoundTask {
  const trimmed = text.trim();
  return inJson(trimmed) ?? inAddress(trimmed) ?? inFragment(trimmed) ?? { taskId: trimmed };
}

/** Finds an address of one of the two endpoints, also within a command line. */
function inAddress(text: string): FoundTask | undefined {
  const address = /https?:\/\/[^\s"'<>]+|\/v[23]\/[^\s"'<>]+/iu.exec(text)?.[0];
  const url = address === undefined ? null : URL.parse(address, 'https://service.invalid');
  if (url === null) return undefined;
  const family = familyOfPath(url.pathname);
  const taskId = url.searchParams.get('task_id') ?? lastPart(url.pathname);
  return taskId === undefined ? undefined : { taskId, family };
}

function familyOfPath(path: string): TaskFamily | undefined {
  if (/\/v2\/(?:progress|upscale)/iu.test(path)) return 'progress';
  return /\/v3\/async\//iu.test(path) ? 'task-result' : undefined;
}

/** Consoles have the id in the path of their address. */
function lastPart(path: string): string | undefined {
  return /[0-9a-f]{8}-[0-9a-f-]{27}/iu.exec(path)?.[0];
}

function inJson(text: string): FoundTask | undefined {
  if (!/^[[{]/u.test(text)) return undefined;
  try {
    return inValue(JSON.parse(text), false);
  } catch {
    return undefined; // part of an answer: `inFragment`
  }
}

/** @param isOlder within the envelope of the older family */
function inValue(value: unknown, isOlder: boolean): FoundTask | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const fields = Object.entries(value);
  const isEnvelope = fields.some(([name]) => name === 'code' || OLDER_FIELDS.includes(name));
  for (const [name, inner] of fields) {
    if (name !== 'task_id') continue;
    const taskId = Array.isArray(inner) ? (inner as readonly unknown[])[0] : inner;
    if (typeof taskId !== 'string') continue;
    return { taskId, family: isOlder || isEnvelope ? 'progress' : 'task-result' };
  }
  for (const [, inner] of fields) {
    const found = inValue(inner, isOlder || isEnvelope);
    if (found !== undefined) return found;
  }
  return undefined;
}

function inFragment(text: string): FoundTask | undefined {
  const taskId = /["']?task_?id["']?\s*[:=]\s*\[?\s*["']?([\w.:-]{4,128})/iu.exec(text)?.[1];
  if (taskId === undefined) return undefined;
  const isOlder = OLDER_FIELDS.some((field) => text.includes(field));
  return { taskId, family: isOlder ? 'progress' : undefined };
}
