let isDecided = false;

/**
 * Loads the page anew without asking: who was signed in is gone, and nothing may keep what is theirs on
 * the screen.
 */
export function leaveForGood(): void {
  isDecided = true;
  window.location.reload();
}

/** What listens for `beforeunload`: the browser asks before something is lost that can be kept. */
export function askBeforeLeaving(wouldLose: () => boolean): (event: BeforeUnloadEvent) => void {
  return (event) => {
    if (!isDecided && wouldLose()) event.preventDefault();
  };
}
