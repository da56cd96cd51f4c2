/** Name of the flow in which a code is typed at the door of a request. */
export const doorFlow = (publicId: string) => `door:${publicId}`;
