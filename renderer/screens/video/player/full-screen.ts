export async function toggleFullScreen(): Promise<void> {
  if (document.fullscreenElement !== null) await document.exitFullscreen();
  else await document.querySelector('[data-clip-player]')?.requestFullscreen();
}
