/** For `useSyncExternalStore` with a value that differs only between the server and the browser. */
export const subscribeToNothing = () => () => {};
