export const accessFlow = (publicId: string) => `access:${publicId}`;
