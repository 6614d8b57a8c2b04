import type { SaveOutcome } from '../../../../shared/contract/export.ts';
import type { HostPorts, SaveFileRequest } from './ports.ts';

export async function saveByHost(
  ports: Pick<HostPorts, 'saveFile'>,
  request: SaveFileRequest,
  onSaved?: (path: string) => void,
): Promise<SaveOutcome> {
  const outcome = await ports.saveFile(request);
  if (outcome.kind !== 'saved') return outcome;
  onSaved?.(outcome.path);
  return { kind: 'saved', name: outcome.name };
}
