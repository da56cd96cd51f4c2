export const doorFlow = (publicId: string) => `door:${publicId}`;
