/** The player over the whole screen; Escape goes back. */

/** Puts the player that is on the page over the screen, or takes it back. */
export async function toggleFullScreen(): Promise<void> {
  if (document.fullscreenElement !== null) await document.exitFullscreen();
  else await document.querySelector('[data-clip-player]')?.requestFullscreen();
}
