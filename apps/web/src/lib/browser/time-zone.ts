/** Returns the time zone of the browser. On a server, returns the zone of the server. */
export const browserZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone;
