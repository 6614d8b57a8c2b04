import { writeFile } from 'node:fs/promises';
import type { LanguageDocument } from '../../../../shared/contract/documents.ts';
import type { SaveOutcome } from '../../../../shared/contract/export.ts';
import { safeFileStem } from '../../../../shared/export/file-names.ts';
import { saveByHost } from '../../service/common/save-by-host.ts';
import type { HostPorts } from '../../service/common/ports.ts';

/** Marker and version of Gesso's own files. */
const GESSO_DOCUMENT = { format: 'gesso-document', version: 1 } as const;

const TYPES = {
  text: { extension: 'txt', mediaType: 'text/plain' },
  json: { extension: 'json', mediaType: 'application/json' },
} as const;

type DocumentForm = keyof typeof TYPES;

export async function saveDocument(
  ports: Pick<HostPorts, 'saveFile'>,
  document: LanguageDocument,
  as: DocumentForm,
): Promise<SaveOutcome> {
  const { extension, mediaType } = TYPES[as];
  const title = document.name || document.text.trim().split('\n')[0]?.slice(0, 60) || 'Document';
  return await saveByHost(ports, {
    suggestedName: `${safeFileStem(title, (stem) => stem)}.${extension}`,
    mediaType,
    write: (place) => writeFile(place, contentOf(document, as), { flag: 'wx' }),
  });
}

function contentOf(document: LanguageDocument, as: DocumentForm): string {
  if (as === 'text') return document.text;
  const { id: _id, revision: _revision, marks, settings, ...fields } = document;
  const whole = { ...GESSO_DOCUMENT, ...fields, marks: parsed(marks), settings: parsed(settings) };
  return JSON.stringify(whole, undefined, 2);
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return json;
  }
}
