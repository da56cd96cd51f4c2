let isReloading = false;

/**
 * Reloads the page without asking, because the user signed out and their data must leave the
 * screen.
 */
export function reloadWithoutAsking(): void {
  isReloading = true;
  window.location.reload();
}

export function askBeforeUnload(wouldLose: () => boolean): (event: BeforeUnloadEvent) => void {
  return (event) => {
    if (!isReloading && wouldLose()) event.preventDefault();
  };
}
