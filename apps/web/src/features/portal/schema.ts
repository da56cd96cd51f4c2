export const accessFlow = (publicId: string) => `door:${publicId}`;
