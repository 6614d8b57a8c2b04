/** A prepared file is dragged into another program: by the system where it can, else as a download. */
import type { DragEvent } from 'react';
import type { DragFile } from '../../../shared/contract/export.ts';

/** @param startByHost begins the system's drag, which takes over */
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
