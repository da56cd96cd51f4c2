let isReloading = false;

/**
 * Reloads the page without a prompt from the browser, so that the data of a signed-out user does
 * not stay on the screen.
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
