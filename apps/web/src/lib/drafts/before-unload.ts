let isReloading = false;

/**
 * Reloads without asking about unsaved changes, because the data of a signed-out user must not stay
 * on the screen.
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
