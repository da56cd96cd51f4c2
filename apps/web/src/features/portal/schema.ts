/** The name of the sign-in flow of a request. */
export const doorFlow = (publicId: string) => `door:${publicId}`;
