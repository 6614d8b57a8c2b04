/**
 * Drags a prepared file into another program, by the system's drag where possible, otherwise as a
 * download.
 */
import type { DragEvent } from 'react';
import type { DragFile } from '../../../shared/contract/export.ts';

/** @param startByHost starts the system's drag */
export function dragOut(event: DragEvent, file: DragFile, startByHost: (id: string) => void): void {
  if (file.byHost) {
    event.preventDefault();
    startByHost(file.id);
    return;
  }
  const address = new URL(file.url, window.location.href).href;
  event.dataTransfer.effectAllowed = 'copy';
  event.dataTransfer.setData('DownloadURL', `${file.mediaType}:${file.name}:${address}`);
  event.dataTransfer.setData('text/uri-list', address);
}
